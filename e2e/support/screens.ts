import type { LanguageCode } from '@firstyear/words';
import { outcomes } from '@firstyear/words/outcomes';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { beginSession, createAccount, logIn, saveAnswers } from './applicant.ts';
import { deferCalls } from './call.ts';
import { DOCUMENT_SCREENS } from './document-screens.ts';
import { ITEM_SCREENS } from './item-screens.ts';
import { languageOf, said, saidIn, wordOn } from './languages.ts';
import { contextOf } from './people.ts';
import { newAddress, PASSWORD, partner } from './product.ts';
import {
  applicant,
  beginner,
  button,
  corrector,
  field,
  fillFields,
  openDialog,
  openSelect,
  openSuggestions,
  type Screen,
  staff,
  submitInvalid,
  submitted,
  visitor,
} from './screen-steps.ts';
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
  visitor('about-visitor', '/about'),
  visitor('education-visitor', '/education'),
  visitor('final-steps-visitor', '/final-steps'),
  visitor('account-visitor', '/about', async (page) => {
    await account(page).click();
    await expect(page.getByRole('region', { name: said('Account') })).toBeVisible();
  }),
  visitor('help', '/about', openDialog('Help')),
  visitor('privacy', '/about', openDialog('Privacy')),
  visitor('privacy-page', '/privacy'),
  visitor('accessibility', '/accessibility'),
  visitor('clear-answers', '/about', async (page) => {
    await field(page, 'first_name').fill('Ada');
    await button(page, 'Clear my answers').click();
    await expect(button(page, 'Yes, clear them')).toBeVisible();
  }),
  visitor('toast-folded-undo', '/about?token=nonsense', async (page) => {
    await expect(
      page.getByText(saidIn("This link isn't valid or has expired. Please ask for a new one.")).first(),
    ).toBeVisible();
    await button(page, 'Hide', 'Your enrollment').click();
    await field(page, 'mailing_addr_same_as_perm_addr-no').check();
    await field(page, 'permanent_city').fill('Sampleton');
    await field(page, 'mailing_addr_same_as_perm_addr').check();
    await expect(button(page, 'Undo')).toBeVisible();
  }),
  visitor('typed-before', 'about:blank', typeBeforeLogin),
  visitor('typed-before-dialog', 'about:blank', async (page) => {
    await typeBeforeLogin(page);
    await button(page, 'Look').click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
];

const CARDS: readonly Screen[] = [
  visitor('login', '/login'),
  visitor('login-errors', '/login', submitInvalid({})),
  visitor('login-refused', '/login', submitInvalid({ username: 'nobody@mail.example', password: `${PASSWORD}-wrong` })),
  visitor('signup', '/signup'),
  visitor('signup-errors', '/signup', submitInvalid({ username: 'ada@mail', password: 'Quiet1' })),
  visitor('confirm', '/confirm'),
  visitor('confirm-errors', '/confirm', submitInvalid({ username: 'ada', code: '12345' })),
  visitor('toast-success', '/login', async (page) => {
    await field(page, 'username').fill('nobody@mail.example');
    await button(page, 'Resend confirmation code').click();
    await expect(page.getByLabel(said('Success Notification')).filter({ hasText: /./ })).toBeVisible();
  }),
  visitor('forgot', '/forgot'),
  visitor('forgot-sent', '/forgot', async (page) => {
    await field(page, 'username').fill('nobody@mail.example');
    await button(page, 'Submit').click();
    await expect(page.getByRole('status', { name: said('Success Notification') })).toBeVisible();
  }),
  visitor('reminders', '/reminders?application=invented&signature=invented'),
  visitor('reset', '/reset?username=ada%40mail.example&id=invented'),
  visitor(
    'reset-errors',
    '/reset?username=ada%40mail.example',
    submitInvalid({ password: PASSWORD, confirm_password: PASSWORD }),
  ),
  visitor('restore', '/restore?id=invented'),
];

const BEGINNER: readonly Screen[] = [
  beginner('about-welcome', '/about'),
  beginner('education-empty', '/education'),
  beginner('final-steps-empty', '/final-steps'),
  beginner('review', '/review'),
  beginner('account', '/about', async (page) => {
    await account(page).click();
    await expect(button(page, 'Log Out')).toBeVisible();
  }),
  beginner('change-password', '/password'),
  beginner('change-email-errors', '/email', submitInvalid({ username: 'ada@mail', current_password: '' })),
  beginner('change-email-code', '/email', async (page) => {
    // Not requested from the server, which sends one code a minute: this screen is opened at three widths.
    const message = outcomes.in(await languageOf(page)).emailCodeSent;
    await page.route('**/api/change-email', (route) => route.fulfill({ json: { message } }));
    await fillFields({ username: 'ada.testperson.new@mail.example', current_password: PASSWORD })(page);
    await button(page, 'Submit').click();
    await expect(page.getByLabel(said('Confirmation code'))).toBeVisible();
  }),
  beginner('account-pdf', '/about', async (page) => {
    await account(page).click();
    await button(page, 'Get a PDF copy').click();
    await expect(page.getByRole('link', { name: said('Download PDF copy') })).toBeVisible();
  }),
  beginner('select', '/about', (page) => openSelect(page, 'entry_term')),
  beginner('select-long', '/about', (page) => openSelect(page, 'country')),
  beginner('school-suggestions', '/education', (page) => openSuggestions(page, 'hs_name', 'madison')),
  beginner('school-not-found', '/education', (page) => openSuggestions(page, 'hs_name', 'Qqxz Home Academy')),
  beginner('address-suggestions', '/about', (page) =>
    openSuggestions(page, 'address_line_1', '101 Chestnut Street berea'),
  ),
  beginner('not-saved', '/about', async (page) => {
    await page.context().setOffline(true);
    await field(page, 'middle_name').fill('Quill');
    await expect(page.getByText(said('Not saved')).first()).toBeVisible();
  }),
  {
    ...beginner('still-working', '/about', async (page) => {
      await page.clock.runFor(842_000);
      await expect(page.getByRole('alertdialog', { name: said('Still working?') })).toBeVisible();
    }),
    clock: new Date(),
  },
  beginner('loading', 'about:blank', async (page) => {
    await page.route('**/api/profile', () => {});
    await page.goto('/about');
    await expect(page.getByText(saidIn('Loading your application'))).toBeVisible();
  }),
  beginner('loading-busy', 'about:blank', async (page) => {
    await deferCalls(page, '**/api/profile');
    await page.goto('/about');
    for (const words of ['Loading your application', "We're busy right now."])
      await expect(page.getByText(saidIn(words))).toBeVisible();
  }),
  beginner('something-went-wrong', 'about:blank', async (page) => {
    await page.route('**/api/profile', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/about');
    await expect(page.getByRole('heading', { name: said('Something went wrong.') })).toBeVisible();
  }),
  beginner('log-out-unsaved', '/about', async (page) => {
    await deferCalls(page, '**/api/answer');
    await field(page, 'last_name').fill('Testperson');
    await account(page).click();
    await button(page, 'Log Out').click();
    await expect(page.getByRole('alertdialog', { name: said("1 answer isn't saved yet") })).toBeVisible();
  }),
  beginner('unexpected-error', '/about', async (page) => {
    await page.route('**/api/logout', (route) => route.fulfill({ status: 500, body: '', contentType: 'text/html' }));
    await account(page).click();
    await button(page, 'Log Out').click();
    // The logout is retried, and refused while this page is open: the next screen of the same person needs the session.
    await expect(page.getByRole('alertdialog', { name: said('Unexpected Error') })).toBeVisible();
  }),
];

/** Opens a page whose profile lists new questions, questions to answer, and a removed answer. */
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

/** The last page some days before or after a moment; it says when the term accepts applications. */
const daysFrom = (name: string, moment: string, days: number, stage: string): Screen => ({
  ...applicant(name, '/final-steps', (page) => expect(page.locator(`[data-stage=${stage}]`)).toBeVisible()),
  isServerTime: true,
  clock: new Date(Date.parse(moment) + days * DAY_MS),
});

const OTHERS: readonly Screen[] = [
  beginner('form-news', 'about:blank', changeForm),
  daysFrom('term-not-open', term.opens, -7, 'not_open'),
  daysFrom('term-closes-soon', term.closes, -7, 'open'),
  daysFrom('term-closed', term.closes, 7, term.late === 'accepted' ? 'late' : 'closed'),
  applicant('about-filled', '/about'),
  applicant('education-filled', '/education'),
  applicant('final-steps-filled', '/final-steps'),
  corrector('about-errors', '/about'),
  corrector('education-errors', '/education'),
  corrector('final-steps-errors', '/final-steps'),
  submitted('completion', '/completion', (page) =>
    expect(page.getByRole('link', { name: said('Download PDF copy') })).toBeVisible(),
  ),
  submitted('completion-account', '/completion', async (page) => {
    await account(page).click();
    await expect(button(page, 'Log Out')).toBeVisible();
  }),
  staff('staff-about', '/about'),
  staff('staff-education', '/education'),
  staff('staff-final-steps', '/final-steps'),
  visitor('staff-refused', '/about?service_token=nonsense'),
];

/** Screens for the accessibility tests and the gallery. */
export const SCREENS: readonly Screen[] = [
  ...VISITOR,
  ...CARDS,
  ...BEGINNER,
  ...DOCUMENT_SCREENS,
  ...OTHERS,
  ...ITEM_SCREENS,
];

/** Screens for the gallery and the language tests only: the accessibility tests cover their parts elsewhere. */
export const DRAWN_ONLY: readonly Screen[] = [
  beginner('change-email', '/email'),
  applicant('review-filled', '/review'),
  applicant('education-folded', '/education', async (page) => {
    for (const section of ['High school', 'Grades', 'Tests']) await button(page, 'Hide', section).click();
  }),
];

/** Staff and readers of service links use the university's language. */
export const isForApplicants = ({ role, path }: Screen): boolean => role !== 'staff' && !path.includes('service_token');

/** Opens a screen and brings it into its state, with its fonts loaded. */
async function openScreen(page: Page, screen: Screen, search: string): Promise<void> {
  const { clock } = screen;
  if (clock) await page.clock.install({ time: clock });
  if (clock && screen.isServerTime) {
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), date: clock.toUTCString() } });
    });
  }
  await page.goto(`${screen.path}${search}`);
  if (screen.path !== 'about:blank') {
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await appArrived(page);
    const loading = page.getByText(saidIn('Loading your application')).filter({ visible: true });
    await expect(loading).toHaveCount(0);
    await pageIsWhole(page);
  }
  await screen.prepare(page);
  await fontsArrived(page);
}

/** Opens a screen in a window of its own, does the work there, and closes it. */
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
