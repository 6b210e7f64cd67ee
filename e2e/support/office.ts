import { completeAnswers } from '@firstyear/freshman/testing';
import { type Browser, expect, type Page } from '@playwright/test';
import { appCode } from './app-code.ts';
import { newApplicant, saveAnswers, submitApplication } from './applicant.ts';
import { linkFromOperator } from './operator.ts';
import { form, newAddress, PASSWORD } from './product.ts';

export type OfficeRole = 'reader' | 'clerk' | 'director' | 'auditor';

export interface Colleague {
  readonly email: string;
  readonly name: string;
  /** Each works once. */
  readonly recoveryCodes: string[];
}

/** Adds a colleague with the operator's command and opens the link that it prints. */
export async function openSetUp(page: Page, email: string, name: string, role: OfficeRole): Promise<void> {
  await page.goto('/office/sign-in');
  const link = await linkFromOperator(page, 'staff', 'add', email, '--name', name, '--role', role);
  await page.goto(link.href);
}

/** Sets up password and authenticator app on the page of that link. */
export async function finishSetUp(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(PASSWORD);
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
  await page.getByLabel('Code from the app').fill(appCode(secret));
  await page.getByRole('button', { name: 'Set up my access' }).click();
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible();
}

export async function setUpColleague(page: Page, role: OfficeRole): Promise<Colleague> {
  const email = newAddress(`grace.${role}`);
  const name = `Grace ${role[0]?.toUpperCase()}${role.slice(1)}`;
  await openSetUp(page, email, name, role);
  await finishSetUp(page);
  return { email, name, recoveryCodes: await page.getByRole('listitem').allInnerTexts() };
}

/** Fills in the sign-in page that is open. */
export async function fillSignIn(page: Page, { email, recoveryCodes }: Colleague): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill(recoveryCodes.shift() ?? '');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Adds a colleague, and signs them in; the list is open then. */
export async function newColleague(page: Page, role: OfficeRole): Promise<Colleague> {
  const colleague = await setUpColleague(page, role);
  await page.getByRole('link', { name: 'I have kept them. Sign in now' }).click();
  await fillSignIn(page, colleague);
  await expect(page.getByRole('heading', { name: 'Applications', exact: true })).toBeVisible();
  return colleague;
}

export const SEALED = 'A000000007';

/** A family name that nobody else has. */
export const newFamilyName = (start: string): string => `${start}${newAddress().replaceAll(/\D/g, '')}`;

/** Opens the application with this family name from the list. */
export async function openApplication(page: Page, familyName: string): Promise<void> {
  await page.goto(`/office/applications?${new URLSearchParams({ q: familyName })}`);
  await page.getByRole('link', { name: `${familyName}, María` }).click();
  await expect(page.getByRole('heading', { name: `${familyName}, María` })).toBeVisible();
}

/** Submits an application under a family name that nobody else has, after `more`. Returns the applicant's address. */
export async function submitAs(
  browser: Browser,
  familyName: string,
  more: (page: Page) => Promise<void> = async () => {},
): Promise<string> {
  const page = await browser.newPage();
  const username = newAddress('ada');
  await newApplicant(page, username);
  const name = { first_name: 'María', last_name: familyName };
  const answers = completeAnswers(form, { email_address: username, alien_registration_number: SEALED, ...name });
  await saveAnswers(page, answers);
  await more(page);
  await submitApplication(page);
  await page.close();
  return username;
}
