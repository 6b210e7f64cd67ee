import { LANGUAGE_COOKIE } from '@firstyear/api-contract/cookies';
import { type Answers, isAnswered } from '@firstyear/form-engine';
import { completeAnswers } from '@firstyear/freshman/testing';
import type { LanguageCode } from '@firstyear/words';
import { type Browser, type BrowserContext, type BrowserContextOptions, expect } from '@playwright/test';
import { newApplicant, pressSubmit, saveAnswers, submitApplication } from './applicant.ts';
import { said } from './languages.ts';
import { linkFromOperator } from './operator.ts';
import { form, newAddress } from './product.ts';

/** The person at a screen. Screens with the same role share one person, and none may rely on what another screen did. */
export type Role =
  | 'visitor'
  /** Has just signed up; nothing is answered. */
  | 'beginner'
  /** Every question is answered. */
  | 'applicant'
  /** Has tried to submit with every block open and empty: all errors are shown. */
  | 'corrector'
  | 'submitted'
  /** Staff with a service link to the answers of the applicant. */
  | 'staff';

interface Person {
  readonly state: BrowserContextOptions['storageState'];
  /** Added to the path of every screen. */
  readonly search: string;
}

/** Sessions end after 15 idle minutes, so an older person is replaced. */
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

async function become(role: Role, browser: Browser, language: LanguageCode): Promise<Person> {
  const inLanguage = language === 'en' ? undefined : { origins: [], cookies: [choiceOf(language)] };
  if (role === 'visitor') return { state: inLanguage, search: '' };
  const context = await browser.newContext({ ...(inLanguage && { storageState: inLanguage }) });
  const page = await context.newPage();
  const username = newAddress('ada');
  await newApplicant(page, username);
  const answers = completeAnswers(form, { email_address: username });
  if (role === 'corrector') {
    await saveAnswers(page, pickToggles(answers));
    await pressSubmit(page);
    await expect(page.getByRole('heading', { name: said("We're missing some information!") })).toBeVisible();
  } else if (role !== 'beginner') await saveAnswers(page, answers);
  if (role === 'submitted') await submitApplication(page);
  const person =
    role === 'staff'
      ? { state: undefined, search: (await linkFromOperator(page, 'service-link', '--application', username)).search }
      : { state: await context.storageState(), search: '' };
  await context.close();
  return person;
}

function personOf(role: Role, browser: Browser, language: LanguageCode): Promise<Person> {
  const name = `${role} ${language}`;
  const known = people.get(name);
  if (known !== undefined && Date.now() - known.madeAt < MAX_AGE_MS) return known.person;
  const person = become(role, browser, language);
  people.set(name, { person, madeAt: Date.now() });
  return person;
}

/** A browser context with this person's session. */
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
