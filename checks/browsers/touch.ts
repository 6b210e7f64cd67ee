import { paths } from '@firstyear/api-contract/addresses';
import type { Driver } from './driver.ts';
import { type Findings, NOT_DRIVEN } from './findings.ts';
import { pageOf } from './page.ts';

const KEY = 'entry_term';

/** What every browser has to show on a phone. */
export const TOUCH_EXPECTED = {
  'a finger opens the list of the browser, not ours': 'yes',
  'a choice in the select of the browser': 'fall_2027',
} as const satisfies Findings;

/** Uses a select with a finger, as a visitor with a phone. */
export async function walkByTouch(driver: Driver, origin: string, report: (findings: Findings) => void): Promise<void> {
  const page = pageOf(driver);
  const note = (name: keyof typeof TOUCH_EXPECTED, shown: string) => report({ [name]: shown });
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
    note('a finger opens the list of the browser, not ours', why);
    note('a choice in the select of the browser', why);
    return;
  }
  await page.until('the focus', `document.activeElement?.id === '${KEY}'`);
  const isOurs = await page.text(`document.querySelector('[role=listbox]') !== null`);
  note('a finger opens the list of the browser, not ours', isOurs === 'true' ? 'no' : 'yes');
  const isOpen = `document.getElementById('${KEY}').matches(':open')`;
  if (isOurs === 'false') await page.until('the list of the browser', isOpen);
  // No driver reaches into that list: Tab closes it, and the choice is made in the select by key.
  await page.key('Tab');
  await page.until('the closed list', `!${isOpen}`);
  await driver.read(`document.getElementById('${KEY}').focus() ?? null`);
  await page.key('ArrowDown');
  await page.until('a choice', `document.getElementById('${KEY}').value !== ''`);
  note('a choice in the select of the browser', await page.readValue(KEY));
}
