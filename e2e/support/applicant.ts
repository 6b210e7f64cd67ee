import { answer, type Profile, profile } from '@firstyear/api-contract/application';
import { confirm as confirmCall, login, signup } from '@firstyear/api-contract/identity';
import type { Answers } from '@firstyear/form-engine';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { makeCall } from './call.ts';
import { said } from './languages.ts';
import { codeIn, nthMail } from './mail.ts';
import { newAddress, OUTBOX, PASSWORD } from './product.ts';
import { menu } from './shell.ts';

/** Fills the Sign Up card on the screen and sends it. */
export async function signUp(page: Page, username: string, password = PASSWORD): Promise<void> {
  await expect(page.getByRole('heading', { name: said('Sign Up') })).toBeVisible();
  await page.getByLabel(said('Email')).fill(username);
  await page.getByLabel(said('Password')).fill(password);
  await page.getByRole('button', { name: said('Submit') }).click();
  await expect(page).toHaveURL(/\/confirm$/);
}

/** Takes the code from the mail, the n-th to this address, and confirms the account. */
export async function confirm(page: Page, username: string, n = 1): Promise<void> {
  await expect(page.getByLabel(said('Email'))).toHaveValue(username);
  await page.getByLabel(said('Confirmation code')).fill(codeIn(await nthMail(OUTBOX, username, n)));
  await page.getByRole('button', { name: said('Submit') }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** Fills the Log In card on the screen and sends it. */
export async function logIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await expect(page.getByRole('heading', { name: said('Log In') })).toBeVisible();
  await page.getByLabel(said('Email')).fill(username);
  await page.getByLabel(said('Password')).fill(password);
  await page.getByRole('button', { name: said('Submit') }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** Creates a confirmed account with the calls that the cards make. */
export async function createAccount(request: APIRequestContext, username: string, outbox = OUTBOX): Promise<void> {
  await makeCall(request, signup, { payload: { username, password: PASSWORD } });
  const code = codeIn(await nthMail(outbox, username, 1));
  await makeCall(request, confirmCall, { payload: { username, code } });
}

/** Begins a session with the call that the Log In card makes; pages with the same cookies are logged in from then on. */
export async function beginSession(request: APIRequestContext, username: string): Promise<void> {
  await makeCall(request, login, { payload: { username, password: PASSWORD } });
}

/**
 * From nothing to a logged-in applicant on the first page; returns the address. The cards are filled in by hand in auth.e2e.ts and
 * the walks.
 */
export async function newApplicant(page: Page, username = newAddress()): Promise<string> {
  await createAccount(page.request, username);
  await beginSession(page.request, username);
  await page.goto('/about');
  await expect(menu(page)).toBeVisible();
  await expect(page).toHaveURL(/\/about$/);
  return username;
}

/** Presses Submit on the last page. */
export async function pressSubmit(page: Page): Promise<void> {
  await page.goto('/final-steps');
  await page.getByRole('button', { name: said('Submit Application') }).click();
}

/** Submits a complete application. */
export async function submitApplication(page: Page): Promise<void> {
  await pressSubmit(page);
  await expect(page).toHaveURL(/\/completion$/);
}

/** The stored profile of the applicant who is logged in on this page. */
export async function loadProfile(page: Page): Promise<Profile> {
  return makeCall(page.request, profile);
}

/** Saves answers of the applicant who is logged in on this page, without typing them. */
export async function saveAnswers(page: Page, answers: Answers): Promise<void> {
  await makeCall(page.request, answer, { payload: answers });
}
