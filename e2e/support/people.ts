import { LANGUAGE_COOKIE } from '@firstyear/api-contract/cookies';
import { type Answers, isAnswered } from '@firstyear/form-engine';
import { completeAnswers } from '@firstyear/freshman/testing';
import type { LanguageCode } from '@firstyear/words';
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { newApplicant, saveAnswers } from './applicant.ts';
import { said } from './languages.ts';
import { linkFromOperator } from './operator.ts';
import { form, newAddress } from './product.ts';

/** Who looks at a screen. Screens that name the same person may share one; none may rely on what another did. */
export type Role =
  | 'visitor'
  /** Has just signed up; nothing is answered. */
  | 'beginner'
  /** Every question is answered. */
  | 'applicant'
  /** Has tried to submit with every block open and nothing in it: all errors are shown. */
  | 'corrector'
  | 'submitted'
  /** Staff with a service link to the answers of the applicant. */
  | 'staff';

interface Person {
  readonly state: BrowserContextOptions['storageState'];
  /** What goes behind the path of every screen. */
  readonly search: string;
}

/** A session ends after 15 minutes without a call, so a person made longer ago than this is made again. */
const MAX_AGE_MS = 10 * 60_000;
const people = new Map<string, { readonly person: Promise<Person>; readonly madeAt: number }>();

/** The language that this browser has chosen. */
const choiceOf = (language: LanguageCode) => ({
  ...{ name: LANGUAGE_COOKIE, value: language, domain: 'localhost', path: '/', expires: -1 },
  ...{ httpOnly: false, secure: false, sameSite: 'Lax' as const },
});

/** Only the answers that open further questions. */
function pickToggles(answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).filter(([key, value]) => form.watchedKeys.has(key) && isAnswered(value)),
  );
}

async function submit(page: Page): Promise<void> {
  await page.goto('/final-steps');
  await page.getByRole('button', { name: said('Submit Application') }).click();
}

async function become(role: Role, browser: Browser, language: LanguageCode): Promise<Person> {
  const inLanguage = language === 'en' ? undefined : { origins: [], cookies: [choiceOf(language)] };
  if (role === 'visitor') return { state: inLanguage, search: '' };
  if (role === 'staff') return { state: undefined, search: await serviceLink(browser) };
  const context = await browser.newContext({ ...(inLanguage && { storageState: inLanguage }) });
  const page = await context.newPage();
  const username = newAddress('ada');
  await newApplicant(page, username);
  const answers = completeAnswers(form, { email_address: username });
  switch (role) {
    case 'beginner':
      break;
    case 'applicant':
      await saveAnswers(page, answers);
      break;
    case 'corrector':
      await saveAnswers(page, pickToggles(answers));
      await submit(page);
      await expect(page.getByRole('heading', { name: said("We're missing some information!") })).toBeVisible();
      break;
    case 'submitted':
      await saveAnswers(page, answers);
      await submit(page);
      await expect(page).toHaveURL(/\/completion$/);
      break;
  }
  const state = await context.storageState();
  await context.close();
  return { state, search: '' };
}

async function serviceLink(browser: Browser): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const username = newAddress('ada');
  await newApplicant(page, username);
  await saveAnswers(page, completeAnswers(form, { email_address: username }));
  const link = await linkFromOperator(page, 'service-link', '--application', username);
  await context.close();
  return link.search;
}

function personOf(role: Role, browser: Browser, language: LanguageCode): Promise<Person> {
  const name = `${role} ${language}`;
  const known = people.get(name);
  if (known !== undefined && Date.now() - known.madeAt < MAX_AGE_MS) return known.person;
  const person = become(role, browser, language);
  people.set(name, { person, madeAt: Date.now() });
  return person;
}

/** A browser context in which this person is at work. */
export async function contextOf(
  browser: Browser,
  role: Role,
  options: BrowserContextOptions = {},
  language: LanguageCode = 'en',
): Promise<{ readonly context: BrowserContext; readonly search: string }> {
  const { state, search } = await personOf(role, browser, language);
  const context = await browser.newContext({ ...options, ...(state && { storageState: state }) });
  return { context, search };
}
