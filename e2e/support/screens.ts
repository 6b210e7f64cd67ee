import type { LanguageCode } from '@firstyear/words';
import { outcomes } from '@firstyear/words/outcomes';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { beginSession, createAccount, logIn, saveAnswers } from './applicant.ts';
import { deferCalls } from './call.ts';
import { DOCUMENT_SCREENS } from './document-screens.ts';
import { languageOf, said, saidIn, wordOn } from './languages.ts';
import { contextOf } from './people.ts';
import { newAddress, PASSWORD, partner } from './product.ts';
import { button, dialog, field, fillFields, openSelect, type Screen, submitInvalid, suggest } from './screen-steps.ts';
import { account, appArrived, fontsArrived, pageIsWhole } from './shell.ts';

/** Types a name as a visitor, then logs in to an account that has another one. */
async function typeBeforeLogin(page: Page): Promise<void> {
  const username = newAddress('ada');
  await createAccount(page.request, username);
  await beginSession(page.request, username);
  await saveAnswers(page, { first_name: 'Ada' });
  await page.context().clearCookies();
  await page.goto('/about');
  await appArrived(page);
  await field(page, 'first_name').fill('Augusta');
  await account(page).click();
  await page.getByRole('link', { name: said('log in') }).click();
  await logIn(page, username);
  await expect(
    page.getByText(saidIn('Before you logged in, 1 answer was typed here that differs from yours.')),
  ).toBeVisible();
}

const VISITOR: readonly Screen[] = [
  { name: 'about-visitor', role: 'visitor', path: '/about' },
  { name: 'education-visitor', role: 'visitor', path: '/education' },
  { name: 'final-steps-visitor', role: 'visitor', path: '/final-steps' },
  {
    name: 'account-visitor',
    role: 'visitor',
    path: '/about',
    prepare: async (page) => {
      await account(page).click();
      await expect(page.getByRole('region', { name: said('Account') })).toBeVisible();
    },
  },
  { name: 'help', role: 'visitor', path: '/about', prepare: dialog('Help') },
  { name: 'privacy', role: 'visitor', path: '/about', prepare: dialog('Privacy') },
  {
    name: 'clear-answers',
    role: 'visitor',
    path: '/about',
    prepare: async (page) => {
      await field(page, 'first_name').fill('Ada');
      await button(page, 'Clear my answers').click();
      await expect(button(page, 'Yes, clear them')).toBeVisible();
    },
  },
  {
    name: 'toast-folded-undo',
    role: 'visitor',
    path: '/about?token=nonsense',
    prepare: async (page) => {
      await expect(
        page.getByText(saidIn("This link isn't valid or has expired. Please ask for a new one.")).first(),
      ).toBeVisible();
      await button(page, 'Hide', 'Your enrollment').click();
      await field(page, 'mailing_addr_same_as_perm_addr-no').check();
      await field(page, 'permanent_city').fill('Sampleton');
      await field(page, 'mailing_addr_same_as_perm_addr').check();
      await expect(button(page, 'Undo')).toBeVisible();
    },
  },
  { name: 'typed-before', role: 'visitor', path: 'about:blank', prepare: typeBeforeLogin },
  {
    name: 'typed-before-dialog',
    role: 'visitor',
    path: 'about:blank',
    prepare: async (page) => {
      await typeBeforeLogin(page);
      await button(page, 'Look').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

const CARDS: readonly Screen[] = [
  { name: 'login', role: 'visitor', path: '/login' },
  { name: 'login-errors', role: 'visitor', path: '/login', prepare: submitInvalid({}) },
  {
    name: 'login-refused',
    role: 'visitor',
    path: '/login',
    prepare: submitInvalid({ username: 'nobody@mail.example', password: `${PASSWORD}-wrong` }),
  },
  { name: 'signup', role: 'visitor', path: '/signup' },
  {
    name: 'signup-errors',
    role: 'visitor',
    path: '/signup',
    prepare: submitInvalid({ username: 'ada@mail', password: 'Quiet1' }),
  },
  { name: 'confirm', role: 'visitor', path: '/confirm' },
  {
    name: 'confirm-errors',
    role: 'visitor',
    path: '/confirm',
    prepare: submitInvalid({ username: 'ada', code: '12345' }),
  },
  {
    name: 'toast-success',
    role: 'visitor',
    path: '/login',
    prepare: async (page) => {
      await field(page, 'username').fill('nobody@mail.example');
      await button(page, 'Resend confirmation code').click();
      await expect(page.getByLabel(said('Success Notification')).filter({ hasText: /./ })).toBeVisible();
    },
  },
  { name: 'forgot', role: 'visitor', path: '/forgot' },
  {
    name: 'forgot-sent',
    role: 'visitor',
    path: '/forgot',
    prepare: async (page) => {
      await field(page, 'username').fill('nobody@mail.example');
      await button(page, 'Submit').click();
      await expect(page.getByRole('status', { name: said('Success Notification') })).toBeVisible();
    },
  },
  { name: 'reminders', role: 'visitor', path: '/reminders?application=invented&signature=invented' },
  { name: 'reset', role: 'visitor', path: '/reset?username=ada%40mail.example&id=invented' },
  {
    name: 'reset-errors',
    role: 'visitor',
    path: '/reset?username=ada%40mail.example',
    prepare: submitInvalid({ password: PASSWORD, confirm_password: PASSWORD }),
  },
  { name: 'restore', role: 'visitor', path: '/restore?id=invented' },
];

const BEGINNER: readonly Screen[] = [
  { name: 'about-welcome', role: 'beginner', path: '/about' },
  { name: 'education-empty', role: 'beginner', path: '/education' },
  { name: 'final-steps-empty', role: 'beginner', path: '/final-steps' },
  { name: 'review', role: 'beginner', path: '/review' },
  {
    name: 'account',
    role: 'beginner',
    path: '/about',
    prepare: async (page) => {
      await account(page).click();
      await expect(button(page, 'Log Out')).toBeVisible();
    },
  },
  { name: 'change-password', role: 'beginner', path: '/password' },
  {
    name: 'change-email-errors',
    role: 'beginner',
    path: '/email',
    prepare: submitInvalid({ username: 'ada@mail', current_password: '' }),
  },
  {
    name: 'change-email-code',
    role: 'beginner',
    path: '/email',
    prepare: async (page) => {
      // Not asked for in earnest: once a minute only, and this screen is opened at three widths.
      const message = outcomes.in(await languageOf(page)).emailCodeSent;
      await page.route('**/api/change-email', (route) => route.fulfill({ json: { message } }));
      await fillFields({ username: 'ada.testperson.new@mail.example', current_password: PASSWORD })(page);
      await button(page, 'Submit').click();
      await expect(page.getByLabel(said('Confirmation code'))).toBeVisible();
    },
  },
  {
    name: 'account-pdf',
    role: 'beginner',
    path: '/about',
    prepare: async (page) => {
      await account(page).click();
      await button(page, 'Get a PDF copy').click();
      await expect(page.getByRole('link', { name: said('Download PDF copy') })).toBeVisible({ timeout: 45_000 });
    },
  },
  { name: 'select', role: 'beginner', path: '/about', prepare: (page) => openSelect(page, 'entry_term') },
  { name: 'select-long', role: 'beginner', path: '/about', prepare: (page) => openSelect(page, 'country') },
  {
    name: 'school-suggestions',
    role: 'beginner',
    path: '/education',
    prepare: (page) => suggest(page, 'hs_name', 'madison'),
  },
  {
    name: 'school-not-found',
    role: 'beginner',
    path: '/education',
    prepare: (page) => suggest(page, 'hs_name', 'Qqxz Home Academy'),
  },
  {
    name: 'address-suggestions',
    role: 'beginner',
    path: '/about',
    prepare: (page) => suggest(page, 'address_line_1', '101 Chestnut Street berea'),
  },
  {
    name: 'not-saved',
    role: 'beginner',
    path: '/about',
    prepare: async (page) => {
      await page.context().setOffline(true);
      await field(page, 'middle_name').fill('Quill');
      await expect(page.getByText(said('Not saved')).first()).toBeVisible();
    },
  },
  {
    name: 'still-working',
    role: 'beginner',
    path: '/about',
    clock: new Date(),
    prepare: async (page) => {
      await page.clock.runFor(842_000);
      await expect(page.getByRole('alertdialog', { name: said('Still working?') })).toBeVisible();
    },
  },
  {
    name: 'loading',
    role: 'beginner',
    path: 'about:blank',
    prepare: async (page) => {
      await page.route('**/api/profile', () => {});
      await page.goto('/about');
      await expect(page.getByText(saidIn('Loading your application'))).toBeVisible();
    },
  },
  {
    name: 'loading-busy',
    role: 'beginner',
    path: 'about:blank',
    prepare: async (page) => {
      await deferCalls(page, '**/api/profile');
      await page.goto('/about');
      for (const words of ['Loading your application', "We're busy right now."])
        await expect(page.getByText(saidIn(words))).toBeVisible();
    },
  },
  {
    name: 'something-went-wrong',
    role: 'beginner',
    path: 'about:blank',
    prepare: async (page) => {
      await page.route('**/api/profile', (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto('/about');
      await expect(page.getByRole('heading', { name: said('Something went wrong.') })).toBeVisible();
    },
  },
  {
    name: 'log-out-unsaved',
    role: 'beginner',
    path: '/about',
    prepare: async (page) => {
      await deferCalls(page, '**/api/answer');
      await field(page, 'last_name').fill('Testperson');
      await account(page).click();
      await button(page, 'Log Out').click();
      await expect(page.getByRole('alertdialog', { name: said("1 answer isn't saved yet") })).toBeVisible();
    },
  },
  {
    name: 'unexpected-error',
    role: 'beginner',
    path: '/about',
    prepare: async (page) => {
      await page.route('**/api/logout', (route) => route.fulfill({ status: 500, body: '', contentType: 'text/html' }));
      await account(page).click();
      await button(page, 'Log Out').click();
      // The logout is retried, and refused as long as this page lives: the next screen of the same person needs the session.
      await expect(page.getByRole('alertdialog', { name: said('Unexpected Error') })).toBeVisible();
    },
  },
];

/** A page that is told which questions are new or have to be answered, and that an answer was taken away. */
async function changeForm(page: Page): Promise<void> {
  await page.route('**/api/profile', async (route) => {
    const response = await route.fetch();
    const label = await wordOn(page, 'Preferred Name');
    const taken = [{ key: 'preferred_name', label, text: 'Addie' }];
    const changes = { added: ['suffix', 'hs_gpa'], needed: ['first_name', 'last_name'], taken };
    await route.fulfill({ response, json: { ...(await response.json()), changes } });
  });
  await page.goto('/about');
  await expect(page.getByRole('region', { name: said('Changes in the form') }).getByRole('listitem')).toHaveCount(4);
}

const [term] = partner.terms;
if (!term) throw new Error('The university has no term.');
const DAY_MS = 24 * 60 * 60_000;

/** The last page, which says when the term takes applications, some days before or after a moment. */
const daysFrom = (name: string, moment: string, days: number, stage: string): Screen => ({
  name,
  role: 'applicant',
  path: '/final-steps',
  clock: new Date(Date.parse(moment) + days * DAY_MS),
  prepare: (page) => expect(page.locator(`[data-stage=${stage}]`)).toBeVisible(),
});

const OTHERS: readonly Screen[] = [
  { name: 'form-news', role: 'beginner', path: 'about:blank', prepare: changeForm },
  daysFrom('term-not-open', term.opens, -7, 'not_open'),
  daysFrom('term-closes-soon', term.closes, -7, 'open'),
  daysFrom('term-closed', term.closes, 7, term.late === 'accepted' ? 'late' : 'closed'),
  { name: 'about-filled', role: 'applicant', path: '/about' },
  { name: 'education-filled', role: 'applicant', path: '/education' },
  { name: 'final-steps-filled', role: 'applicant', path: '/final-steps' },
  { name: 'about-errors', role: 'corrector', path: '/about' },
  { name: 'education-errors', role: 'corrector', path: '/education' },
  { name: 'final-steps-errors', role: 'corrector', path: '/final-steps' },
  {
    name: 'completion',
    role: 'submitted',
    path: '/completion',
    prepare: (page) =>
      expect(page.getByRole('link', { name: said('Download PDF copy') })).toBeVisible({ timeout: 45_000 }),
  },
  { name: 'completion-account', role: 'submitted', path: '/completion', prepare: (page) => account(page).click() },
  { name: 'staff-about', role: 'staff', path: '/about' },
  { name: 'staff-education', role: 'staff', path: '/education' },
  { name: 'staff-final-steps', role: 'staff', path: '/final-steps' },
  { name: 'staff-refused', role: 'visitor', path: '/about?service_token=nonsense' },
];

/** Screens that the accessibility tests and the gallery go through. */
export const SCREENS: readonly Screen[] = [...VISITOR, ...CARDS, ...BEGINNER, ...DOCUMENT_SCREENS, ...OTHERS];

/** The office and the readers of its links use the university's language. */
export const isForApplicants = ({ role, path }: Screen): boolean => role !== 'staff' && !path.includes('service_token');

/** Opens a screen and brings it into its state; fonts are there then. */
async function openScreen(page: Page, screen: Screen, search: string): Promise<void> {
  if (screen.clock) await page.clock.install({ time: screen.clock });
  await page.goto(`${screen.path}${search}`);
  if (screen.path !== 'about:blank') {
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await appArrived(page);
    const loading = page.getByText(saidIn('Loading your application')).filter({ visible: true });
    await expect(loading).toHaveCount(0);
    await pageIsWhole(page);
  }
  await screen.prepare?.(page);
  await fontsArrived(page);
}

/** Opens a screen in a window of its own, in its role, and closes that again after the work. */
export async function onScreen(
  browser: Browser,
  screen: Screen,
  language: LanguageCode,
  work: (page: Page) => Promise<void>,
  options: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' },
): Promise<void> {
  const { context, search } = await contextOf(browser, screen.role, options, language);
  try {
    const page = await context.newPage();
    await openScreen(page, screen, search);
    await work(page);
  } finally {
    await context.close();
  }
}
