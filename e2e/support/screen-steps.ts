import { expect, type Page } from '@playwright/test';
import { said } from './languages.ts';
import type { Role } from './people.ts';
import { showUpload } from './uploads.ts';

/** One screen of the product in one state. */
export interface Screen {
  /** Also the name of its picture. */
  readonly name: string;
  readonly role: Role;
  readonly path: string;
  /** The page's own clock starts at this moment. */
  readonly clock?: Date;
  /** Whether the server says the same time. */
  readonly isServerTime?: true;
  /** Brings the open page into the state that is shown. */
  readonly prepare: Prepare;
}
type Prepare = (page: Page) => Promise<void>;

const screenOf =
  (role: Role) =>
  (name: string, path: string, prepare: Prepare = async () => {}): Screen => ({ name, role, path, prepare });
export const visitor = screenOf('visitor');
export const beginner = screenOf('beginner');
export const applicant = screenOf('applicant');
export const corrector = screenOf('corrector');
export const submitted = screenOf('submitted');
export const staff = screenOf('staff');

export const field = (page: Page, key: string) => page.locator(`[id="${key}"]`);
export const button = (page: Page, ...name: readonly string[]) => page.getByRole('button', { name: said(...name) });

export async function openSelect(page: Page, key: string): Promise<void> {
  const select = field(page, key);
  await select.scrollIntoViewIfNeeded();
  await select.focus();
  // Phones show their own picker, outside of the page.
  if (!(await page.evaluate(() => matchMedia('(pointer: fine)').matches))) return;
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
}

export async function openSuggestions(page: Page, key: string, typed: string): Promise<void> {
  await field(page, key).click();
  await expect(field(page, key)).toHaveRole('combobox');
  await field(page, key).fill('');
  await field(page, key).pressSequentially(typed);
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
}

export async function chooseFile(page: Page, name: string, bytes: number): Promise<void> {
  const input = await showUpload(page);
  await input.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(bytes) });
}

export const fillFields = (values: Readonly<Record<string, string>>) => async (page: Page) => {
  for (const [key, value] of Object.entries(values)) await field(page, key).fill(value);
};

/** Submits a card and waits for its errors. */
export const submitInvalid = (values: Readonly<Record<string, string>>) => async (page: Page) => {
  await fillFields(values)(page);
  await button(page, 'Submit').click();
  await expect(page.locator('[role=alert], [aria-invalid=true]').first()).toBeVisible();
};

export const openDialog =
  (opener: string, role: 'dialog' | 'alertdialog' = 'dialog') =>
  async (page: Page) => {
    await button(page, opener).click();
    await expect(page.getByRole(role)).toBeVisible();
  };
