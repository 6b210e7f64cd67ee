import { type Profile, profile } from '@firstyear/api-contract';
import { expect, type Page } from '@playwright/test';
import { codeIn, nthMail } from './mail.ts';
import { OUTBOX, PASSWORD } from './product.ts';

/** Fills the Sign Up card on the screen and sends it. */
export async function signUp(page: Page, username: string, password = PASSWORD): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/confirm$/);
}

/** Takes the code from the mail, the n-th to this address, and confirms the account. */
export async function confirm(page: Page, username: string, n = 1): Promise<void> {
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(username);
  await page.getByLabel('Confirmation code', { exact: true }).fill(codeIn(await nthMail(OUTBOX, username, n)));
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** Fills the Log In card on the screen and sends it. */
export async function logIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** From nothing to a logged-in applicant on the first page. */
export async function newApplicant(page: Page, username: string): Promise<void> {
  await page.goto('/signup');
  await signUp(page, username);
  await confirm(page, username);
  await logIn(page, username);
  await expect(page).toHaveURL(/\/about$/);
}

/** What the server keeps of the applicant who is logged in on this page. */
export async function storedProfile(page: Page): Promise<Profile> {
  return profile.response.parse(await (await page.request.get('/api/profile')).json());
}
