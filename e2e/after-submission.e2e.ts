import { completeAnswers } from '@firstyear/freshman/testing';
import { type Browser, type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test';
import { beginSession, createAccount, saveAnswers, submitApplication } from './support/applicant.ts';
import { findEnglishOn } from './support/languages.ts';
import { type Mail, mailTo, nthMail } from './support/mail.ts';
import { newColleague, newFamilyName } from './support/office.ts';
import { form, newAddress, OUTBOX, partner } from './support/product.ts';
import { pdfOf, photoOfPaper } from './support/sample-files.ts';

const TRANSCRIPT = 'Official high school transcript';
const REPORT = "School counselor's report";
const SCORES = 'ACT scores';
const WHY = 'Falta la segunda página.';

const pdf = async (name: string) => ({ name, mimeType: 'application/pdf', buffer: await pdfOf([name]) });

const openContext = async (browser: Browser, options: BrowserContextOptions): Promise<Page> =>
  (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage();

const itemOf = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

/** Waits for a mail to this address with words in its subject. */
async function mailAbout(address: string, subject: string): Promise<Mail> {
  const find = async () => (await mailTo(OUTBOX, address)).find((mail) => mail.subject.includes(subject));
  await expect.poll(async () => (await find()) !== undefined, `a mail about '${subject}'`).toBe(true);
  const found = await find();
  if (!found) throw new Error(`no mail about '${subject}'`);
  return found;
}

/** Submits a complete application in Spanish on a phone, which shows the page after it. */
async function submitInSpanish(phone: Page, answers: Readonly<Record<string, string>>): Promise<string> {
  const username = newAddress('ada');
  await phone.goto('/login?lang=es');
  await createAccount(phone.request, username);
  await beginSession(phone.request, username);
  await saveAnswers(phone, completeAnswers(form, { email_address: username, sat_taken: 'no', ...answers }));
  await submitApplication(phone);
  return username;
}

/** The page after submitting, as the applicant sees it on coming back to it. */
class Applicant {
  readonly phone: Page;
  constructor(phone: Page) {
    this.phone = phone;
  }
  item(title: string): Locator {
    return itemOf(this.phone, title);
  }
  /** Comes back to the page, where items stand like this. */
  async sees(states: Readonly<Record<string, string | RegExp>>): Promise<void> {
    await this.phone.reload();
    for (const [title, state] of Object.entries(states)) await expect(this.item(title)).toContainText(state);
    expect(await this.phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  }
}

/** The counselor's page of one student. */
class Counselor {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  /** One paper that a student asks for. */
  item(title: string): Locator {
    return this.page
      .locator('div')
      .filter({ has: this.page.getByRole('heading', { level: 3, name: title, exact: true }) })
      .last();
  }
  /** Sends a file, and waits until the page says that it could be read. */
  async sends(title: string, file: string): Promise<void> {
    await this.page.getByLabel(`Choose files: ${title}`).setInputFiles(await pdf(file));
    await this.item(title).getByRole('button', { name: 'Send 1 file' }).click();
    await expect(this.item(title)).toContainText('Received on');
  }
}

/** The application in the desk. */
class Clerk {
  readonly desk: Page;
  readonly name: string;
  constructor(desk: Page, name: string) {
    this.desk = desk;
    this.name = name;
  }
  /** Opens the application from a view of the list. */
  async finds(view: 'To check' | 'Complete'): Promise<void> {
    await this.desk.goto('/office/applications');
    const link = this.desk.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view });
    await link.click();
    await expect(link).toHaveAttribute('aria-current');
    await expect(this.desk.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    await this.desk.getByRole('link', { name: `${this.name}, María` }).click();
    await expect(this.desk.getByRole('heading', { name: `${this.name}, María` })).toBeVisible();
  }
  item(title: string): Locator {
    return itemOf(this.desk, title);
  }
  /** Looks at a paper of an item: in the browser's own viewer, or in pictures where it has none. */
  async looksAt(title: string, file: string): Promise<void> {
    await this.item(title).getByRole('link', { name: file }).click();
    const documents = this.desk.getByRole('region', { name: 'Documents' });
    await expect(
      documents.getByTitle(title).or(documents.getByRole('img', { name: `${title}, page 1` })),
    ).toBeVisible();
    const row = documents.getByRole('listitem').filter({ hasText: file });
    await expect(row.locator('[aria-current]')).toHaveText(title);
    const href = await row.getByRole('link', { name: 'Download' }).getAttribute('href');
    expect((await this.desk.request.get(href ?? '')).headers()['content-type']).toBe('application/pdf');
  }
  async accepts(title: string): Promise<void> {
    await this.item(title).getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(this.item(title)).toContainText('Accepted');
  }
  async returns(title: string, words: string): Promise<void> {
    await this.item(title).getByRole('button', { name: 'Return…' }).click();
    await this.desk.getByLabel('What is wrong with it').fill(words);
    await this.desk.getByRole('button', { name: 'Return it' }).click();
    await expect(this.item(title)).toContainText(`Returned: ${words}`);
  }
  async waives(title: string, reason: string): Promise<void> {
    await this.item(title).getByRole('button', { name: 'Change…' }).click();
    await this.item(title).getByRole('button', { name: 'Not needed…' }).click();
    await this.desk.getByLabel('Reason').fill(reason);
    await this.desk.getByRole('button', { name: 'Not needed', exact: true }).click();
    await expect(this.item(title)).toContainText('Not needed');
  }
  /** Opens the application that is found by its name. */
  async opens(): Promise<void> {
    await this.desk.goto(`/office/applications?q=${this.name}`);
    await this.desk.getByRole('link', { name: `${this.name}, María` }).click();
    await expect(this.desk.getByRole('heading', { name: `${this.name}, María` })).toBeVisible();
  }
  async asksToCorrect(title: string, question: string): Promise<void> {
    await this.desk.getByRole('button', { name: 'Ask for something…' }).click();
    await this.desk.getByLabel('What to ask for').selectOption('correction');
    await this.desk.getByText('Your Information (0 chosen)').click();
    await this.desk.getByLabel(question, { exact: true }).check();
    await this.desk.getByLabel('What it is').fill(title);
    await this.desk.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(this.item(title)).toContainText(`To correct: ${question}`);
  }
  /** Asks for something in the university's own words. */
  async asks(title: string): Promise<void> {
    await this.desk.getByRole('button', { name: 'Ask for something…' }).click();
    await this.desk.getByLabel('Text', { exact: true }).selectOption(title);
    await this.desk.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(this.item(title)).toContainText('Waiting');
  }
}

test('an applicant in Spanish, a counselor, and a clerk get an application complete', async ({ browser }) => {
  const name = newFamilyName('Alonzo');
  const counselorEmail = newAddress('casey.counselor');
  const phone = await openContext(browser, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  const applicant = new Applicant(phone);
  const answers = { first_name: 'María', last_name: name, counselor_email_address: counselorEmail };
  const username = await submitInSpanish(phone, answers);
  const transcript = 'Expediente académico oficial (transcript)';
  const report = 'Informe del consejero escolar';
  const scores = 'Puntajes del ACT';
  await applicant.sees({ [transcript]: 'Esperamos esto', [report]: 'Esperamos esto', [scores]: 'Esperamos esto' });
  await expect(phone.getByText(`Le mandamos un enlace a Casey Counselor (${counselorEmail})`)).toBeVisible();

  const asked = await nthMail(OUTBOX, counselorEmail, 1);
  expect(asked.subject).toBe(`María ${name} asks you for school papers for ${partner.name}`);
  const counselor = new Counselor(await openContext(browser, {}));
  await counselor.page.goto(/https?:\/\/\S+\/help\/\S+/.exec(asked.text)?.[0] ?? 'no link');
  await expect(counselor.page.getByRole('heading', { level: 2 })).toHaveText(`María ${name}`);
  await counselor.sends(TRANSCRIPT, 'transcript.pdf');
  await counselor.sends(REPORT, 'report.pdf');
  await mailAbout(username, 'Recibimos algo');
  await applicant.sees({ [transcript]: /Llegó el .*, lo estamos revisando/, [report]: /Llegó el/ });
  await expect(phone.getByText('Casey Counselor nos mandó lo que pedimos.')).toBeVisible();

  const clerk = new Clerk(await openContext(browser, { viewport: { width: 1280, height: 800 } }), name);
  await newColleague(clerk.desk, 'clerk');
  await clerk.finds('To check');
  await clerk.looksAt(TRANSCRIPT, 'transcript.pdf');
  await clerk.accepts(TRANSCRIPT);
  await clerk.looksAt(REPORT, 'report.pdf');
  await clerk.returns(REPORT, WHY);
  await mailAbout(username, 'Necesitamos algo otra vez');
  await applicant.sees({ [transcript]: 'Revisado', [report]: `Lo necesitamos otra vez: ${WHY}` });

  await counselor.page.reload();
  await expect(counselor.item(TRANSCRIPT)).toContainText('Received and checked. Thank you.');
  await expect(counselor.item(REPORT)).toContainText('The university needs this again.');
  await expect(counselor.item(REPORT)).toContainText(WHY);
  await counselor.sends(REPORT, 'both-pages.pdf');

  const grades = 'Tus notas más recientes';
  await clerk.finds('To check');
  await clerk.asks(grades);
  const request = await mailAbout(username, 'Necesitamos una cosa más');
  expect(request.text).toContain('Sube una boleta o un expediente con tus notas más recientes.');
  await applicant.sees({ [grades]: 'La oficina de admisiones te pide esto', [report]: /Llegó el/ });
  const photo = { name: 'boleta.jpg', mimeType: 'image/jpeg', buffer: await photoOfPaper() };
  await phone.getByLabel(`Tu archivo para: ${grades}`, { exact: true }).setInputFiles(photo);
  await expect(applicant.item(grades)).toContainText(/Llegó el/);
  await expect(applicant.item(grades).getByText('boleta.jpg')).toBeVisible();
  await expect(phone.getByText('Convirtiendo a PDF…')).toHaveCount(0);

  await clerk.finds('To check');
  await clerk.looksAt(grades, 'boleta.jpg');
  await clerk.accepts(grades);
  await clerk.looksAt(REPORT, 'both-pages.pdf');
  await clerk.accepts(REPORT);
  await applicant.sees({ [grades]: 'Revisado', [report]: 'Revisado', [scores]: 'Esperamos esto' });
  await expect(phone.getByText('Ya tenemos todo.')).toHaveCount(0);
  await clerk.waives(SCORES, 'The school has no test center.');
  await clerk.finds('Complete');

  await applicant.sees({ [scores]: 'No hace falta' });
  await expect(phone.getByText('Ya tenemos todo.').last()).toBeVisible();
  expect(await findEnglishOn(phone)).toEqual([]);
  const complete = await mailAbout(username, 'está completa');
  expect(complete.text).toContain('Ya tenemos todo para tu solicitud');
  for (const page of [phone, counselor.page, clerk.desk]) await page.context().close();
});

test('an applicant corrects the answer that a clerk asks about; until then the office sees no change, and then old and new', async ({
  browser,
}) => {
  const name = newFamilyName('Quill');
  const phone = await openContext(browser, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  const applicant = new Applicant(phone);
  const username = await submitInSpanish(phone, { first_name: 'María', middle_name: 'Ines', last_name: name });
  const clerk = new Clerk(await openContext(browser, { viewport: { width: 1280, height: 800 } }), name);
  await newColleague(clerk.desk, 'clerk');
  await clerk.opens();
  const title = 'Tu segundo nombre';
  await clerk.asksToCorrect(title, 'Middle Name');
  expect((await mailAbout(username, 'Necesitamos una cosa más')).text).toContain(title);

  await applicant.sees({ [title]: 'La oficina de admisiones te pide esto' });
  const field = applicant.item(title).locator('#middle_name');
  await expect(field).toHaveValue('Ines');
  await field.fill('Inés');
  await phone.reload();
  await expect(field).toHaveValue('Inés');
  await clerk.desk.reload();
  await expect(clerk.item(title)).toContainText('Waiting');
  await expect(clerk.desk.getByText('Inés')).toHaveCount(0);

  await applicant.item(title).getByRole('button', { name: 'Enviar la corrección' }).click();
  await expect(applicant.item(title)).toContainText(/Llegó el/);
  await clerk.desk.reload();
  await expect(clerk.item(title).getByRole('row', { name: 'Middle Name Ines Inés' })).toBeVisible();
  await expect(clerk.desk.getByText(/^Submitted .*, corrected /)).toBeVisible();
  await clerk.accepts(title);
  await applicant.sees({ [title]: 'Revisado' });
  for (const page of [phone, clerk.desk]) await page.context().close();
});
