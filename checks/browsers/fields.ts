import { paths } from '@firstyear/api-contract/addresses';
import type { Driver } from './driver.ts';
import { NOT_DRIVEN, type Report } from './findings.ts';
import { type Page, pageOf } from './page.ts';

const IS_SAVED = `document.body.innerText.includes('Saved at') && !document.body.innerText.includes('Saving')`;
/** Whether a list of choices or suggestions is open. */
export const IS_LIST_OPEN = `document.querySelector('[role=listbox] [role=option]')`;

const KEYS = ['phone_mobile', 'birth_date', 'entry_term', 'suffix', 'birth_country'];

/** Tabs from a field to a select after it, which then shows its focus ring. */
async function tabTo(page: Page, from: string, tabs: number, id: string): Promise<void> {
  await page.focus(from);
  await page.key('Tab', tabs);
  await page.until(`the focus in ${id}`, `document.activeElement?.id === '${id}'`);
  await page.until(`the ring around ${id}`, `document.activeElement.matches(':focus-visible')`);
}

const untilOpen = (page: Page) => page.until('the open list', IS_LIST_OPEN);

const untilClosed = (page: Page, id: string) =>
  page.until('the closed list', `!${IS_LIST_OPEN} && document.activeElement?.id === '${id}'`);

/** Fills in each kind of field of the first page with mouse and keyboard. A reload has to keep the answers. */
export async function tryFields(page: Page, report: Report, takeListPicture: () => Promise<void>): Promise<void> {
  const { driver, readValue } = page;

  await page.fill('phone_mobile', '5555550123');
  report('a telephone number takes its shape', '(555) 555-0123', await readValue('phone_mobile'));
  await page.key('Backspace', 2);
  await driver.type('45');
  report('its end is retyped', '(555) 555-0145', await readValue('phone_mobile'));
  await page.key('ArrowLeft', 5);
  await page.key('Backspace');
  await driver.type('9');
  report('a digit in its middle is retyped', '(555) 559-0145', await readValue('phone_mobile'));

  // With slashes, since not every engine advances by itself after two digits.
  await page.fill('birth_date', '02/03/2008');
  await page.key('Tab');
  report('a date of birth', '2008-02-03', await readValue('birth_date'));

  await page.pressField('entry_term');
  await untilOpen(page);
  await page.press('Fall 2027');
  await untilClosed(page, 'entry_term');
  report('a choice by mouse', 'fall_2027', await readValue('entry_term'));

  await tabTo(page, 'last_name', 1, 'suffix');
  await page.key('ArrowDown');
  await untilOpen(page);
  await takeListPicture();
  await page.key('ArrowDown');
  await page.key('Enter');
  await untilClosed(page, 'suffix');
  report('a choice by arrow keys', 'jr', await readValue('suffix'));
  await page.key('ArrowDown');
  await untilOpen(page);
  await page.key('ArrowDown', 2);
  await page.key('Escape');
  await untilClosed(page, 'suffix');
  report('Escape leaves a choice as it was', 'jr', await readValue('suffix'));

  await tabTo(page, 'birth_city', 2, 'birth_country');
  await driver.type('cana');
  await untilOpen(page);
  await page.key('Enter');
  await untilClosed(page, 'birth_country');
  report('a choice by letters', 'CAN', await readValue('birth_country'));

  await page.until('the saved answers', IS_SAVED);
  await driver.reload();
  await page.until('the form again', `document.getElementById('phone_mobile')?.value.length > 0`);
  const values: string[] = [];
  for (const key of KEYS) values.push(await readValue(key));
  report('the same after a reload', '(555) 559-0145, 2008-02-03, fall_2027, jr, CAN', values.join(', '));
}

const KEY = 'entry_term';

/** Taps a select, as a visitor on a phone does. */
export async function walkByTouch(driver: Driver, origin: string, report: Report): Promise<void> {
  const page = pageOf(driver);
  await driver.goto(`${origin}${paths.page('about')}`);
  await page.until('the form', `document.getElementById('${KEY}')`);
  await driver.read(
    `document.addEventListener('click', ({ pointerType }) => { document.documentElement.dataset.pointer = pointerType; }, true) ?? null`,
  );
  await page.tap(KEY);
  await page.until('the tap', 'document.documentElement.dataset.pointer');
  const pointer = await page.text('document.documentElement.dataset.pointer');
  if (pointer !== 'touch') {
    const why = `${NOT_DRIVEN}the driver makes a ${pointer} of a finger`;
    report('a finger opens the list of the browser, not ours', 'yes', why);
    report('a choice in the select of the browser', 'fall_2027', why);
    return;
  }
  await page.until('the focus', `document.activeElement?.id === '${KEY}'`);
  const isOurList = await page.text(`document.querySelector('[role=listbox]') !== null`);
  report('a finger opens the list of the browser, not ours', 'yes', isOurList === 'true' ? 'no' : 'yes');
  const isOpen = `document.getElementById('${KEY}').matches(':open')`;
  if (isOurList === 'false') await page.until('the list of the browser', isOpen);
  // No driver can reach the browser's own list: Tab closes it, and an arrow key chooses in the select.
  await page.key('Tab');
  await page.until('the closed list', `!${isOpen}`);
  await driver.read(`document.getElementById('${KEY}').focus() ?? null`);
  await page.key('ArrowDown');
  await page.until('a choice', `document.getElementById('${KEY}').value !== ''`);
  report('a choice in the select of the browser', 'fall_2027', await page.readValue(KEY));
}
