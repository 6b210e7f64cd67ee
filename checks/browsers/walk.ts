import fs from 'node:fs';
import path from 'node:path';
import { paths } from '@firstyear/api-contract/addresses';
import { answer } from '@firstyear/api-contract/application';
import { type Form, momentOf } from '@firstyear/form-engine';
import { completeAnswers } from '@firstyear/freshman/testing';
import { readSettings } from '../../apps/server/src/config/config.ts';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { pdfOf, TRANSCRIPT_NAME } from '../../e2e/support/sample-files.ts';
import { codeFor, type Mailbox } from '../support/mailbox.ts';
import { PASSWORD } from '../support/person.ts';
import type { Driver } from './driver.ts';
import { IS_LIST_OPEN, tryFields } from './fields.ts';
import type { Report } from './findings.ts';
import { type Page, pageOf } from './page.ts';

/** Longer than the idle limit of a session. */
const AWAY_MS = 16 * 60_000;
const pages = { about: paths.page('about'), education: paths.page('education'), last: paths.page('final-steps') };

/** The browser, the product, the applicant, and the folders for files. */
export interface Walk {
  readonly driver: Driver;
  readonly origin: string;
  readonly mailbox: Mailbox;
  readonly username: string;
  /** A folder for the transcript, and one for the pictures. */
  readonly folder: string;
  readonly pictures: string;
}

type TakePicture = (name: string) => Promise<void>;

async function signUp(page: Page, { origin, mailbox, username }: Walk, picture: TakePicture): Promise<void> {
  const { driver } = page;
  await driver.goto(`${origin}${paths.signup}`);
  await page.arrive(paths.signup, 'Sign Up');
  await page.fill('username', username);
  await page.fill('password', PASSWORD);
  await picture('sign-up');
  await page.focus('password');
  await page.key('Enter');
  await page.arrive(paths.confirm, 'Confirm Your Account');
  await page.fill('code', await codeFor(mailbox, username));
  await page.key('Enter');
  await page.arrive(paths.login, 'Log In');
  await page.fill('password', PASSWORD);
  await page.key('Enter');
  await page.until('the form', `location.pathname === '${pages.about}' && document.getElementById('first_name')`);
  await picture('about');
}

/** Saves a complete application with the call that the form makes. */
async function saveRest(page: Page, username: string, form: Form): Promise<void> {
  const answers = completeAnswers(form, { email_address: username }, momentOf(new Date()));
  const init = {
    method: answer.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answers),
  };
  await page.driver.read(
    `void fetch(${JSON.stringify(answer.path)}, ${JSON.stringify(init)}).then(({ status }) => { document.documentElement.dataset.saved = String(status); }) ?? null`,
  );
  await page.until('the saved answers', `document.documentElement.dataset.saved === '200'`);
  await page.driver.reload();
  await page.until('the saved form', `document.getElementById('last_name')?.value.length > 0`);
}

/** Searches for a school and chooses the first one, by keyboard. */
async function chooseSchool(page: Page): Promise<string> {
  await page.focus('hs_name');
  await page.until('the search', `document.activeElement.getAttribute('role') === 'combobox'`);
  await page.driver.read(`document.activeElement.select() ?? null`);
  await page.driver.type('madison');
  await page.until('schools', IS_LIST_OPEN);
  await page.key('ArrowDown');
  await page.key('Enter');
  await page.until('the closed list', `!${IS_LIST_OPEN}`);
  const school = await page.readValue('hs_name');
  if (!/madison/i.test(school)) return school;
  await page.until('the city of the school', `document.getElementById('hs_city')?.value.length > 0`);
  return 'with its city';
}

async function uploadTranscript(page: Page, folder: string): Promise<void> {
  await page.press('Upload transcript');
  const input = 'input[type=file]#transcript';
  await page.until('the input for a file', `document.querySelector('${input}')`);
  const file = path.join(folder, TRANSCRIPT_NAME);
  fs.writeFileSync(file, await pdfOf(['Record of Ada Testperson']));
  await page.driver.choose(input, file);
  await page.until('the converted transcript', `document.body.innerText.includes('Look at what we got')`);
  const thumbnail = `document.querySelector('main a img')`;
  await page.until('the place of its first page', thumbnail);
  await page.driver.read(`${thumbnail}.scrollIntoView() ?? null`);
  await page.until('its first page', `${thumbnail}.complete && ${thumbnail}.naturalWidth > 0`);
}

/** Downloads the PDF copy; returns its first characters, and whether it is large enough. */
async function readCopy(page: Page): Promise<string> {
  const link = `[...document.querySelectorAll('main a')].find((link) => link.textContent.trim() === 'Download PDF copy')`;
  await page.until('the link to the copy', link);
  await page.driver.read(
    `void fetch(${link}.href).then((response) => response.arrayBuffer()).then((bytes) => {
      document.documentElement.dataset.copy = new TextDecoder('latin1').decode(bytes.slice(0, 5)) + (bytes.byteLength > 10000 ? ' whole' : ' short');
    }) ?? null`,
  );
  await page.until('the copy', 'document.documentElement.dataset.copy');
  return page.text('document.documentElement.dataset.copy');
}

/** Moves the page's clock past the idle limit, as when a laptop wakes up. Returns the message on the Log In card. */
async function stayAway(page: Page): Promise<string> {
  await page.driver.read(
    `(() => { const now = Date.now.bind(Date); Date.now = () => now() + ${AWAY_MS}; document.dispatchEvent(new Event('visibilitychange')); return null; })()`,
  );
  await page.arrive(paths.login, 'Log In');
  return page.text(`document.querySelector('[role=alert]')?.innerText.trim() ?? 'no words'`);
}

/** Walks from sign-up to the PDF copy and the logout of an idle applicant. Reports each finding; throws when a page doesn't come. */
export async function walk(options: Walk, report: Report): Promise<void> {
  const { driver, username } = options;
  const { form } = await loadPartner(readSettings(process.env));
  const page = pageOf(driver);
  let pictures = 0;
  const picture = async (name: string, extent: 'window' | 'page' = 'page') => {
    pictures += 1;
    await driver.read(
      `(() => { const { dataset } = document.documentElement; delete dataset.drawn; requestAnimationFrame(() => requestAnimationFrame(() => { dataset.drawn = 'yes'; })); return null; })()`,
    );
    await page.until('the drawing', 'document.documentElement.dataset.drawn');
    const file = `${String(pictures).padStart(2, '0')}-${name}.png`;
    fs.writeFileSync(path.join(options.pictures, file), await driver.picture(extent));
  };

  await signUp(page, options, picture);
  await tryFields(page, report, () => picture('about-list', 'window'));

  await saveRest(page, username, form);
  await picture('about-filled');
  const button = `[...document.querySelectorAll('main button')].find((button) => button.textContent.trim() === 'Save and Continue')`;
  await driver.read(
    `addEventListener('click', () => { document.documentElement.dataset.left = String(${button}.getBoundingClientRect().top); }, { capture: true, once: true }) ?? null`,
  );
  await page.press('Save and Continue');
  await page.arrive(pages.education, 'Your Education');
  await driver.back();
  await page.arrive(pages.about, 'Your Information');
  await page.until(
    'the previous scroll position',
    `Math.abs(${button}.getBoundingClientRect().top - Number(document.documentElement.dataset.left)) < 2`,
  );
  report('after Back', 'Your Information', await page.text(`document.querySelector('h1').textContent`));
  await page.press('Save and Continue');
  await page.arrive(pages.education, 'Your Education');
  report('a school from the list', 'with its city', await chooseSchool(page));
  await uploadTranscript(page, options.folder);
  await picture('education');
  await page.press('Save and Continue');
  await page.arrive(pages.last, 'Submit');
  await picture('final-steps');
  await page.press('Check your answers');
  await page.arrive(paths.review, 'Check your answers');
  await picture('review');
  await driver.back();
  await page.arrive(pages.last, 'Submit');
  await page.press('Submit Application');
  await page.arrive(paths.completion, 'Your application has been submitted');
  report(
    'after submitting',
    'Your application has been submitted',
    await page.text(`document.querySelector('h1').textContent`),
  );
  report('the PDF copy', '%PDF- whole', await readCopy(page));
  await picture('completion');
  report('after 16 minutes away', 'You have been automatically logged out due to inactivity.', await stayAway(page));
  await picture('logged-out');
}
