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
  /** Has a clock of its own, which starts at this moment. */
  readonly clock?: Date;
  /** What the screen says once it is there, besides its heading. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export const field = (page: Page, key: string) => page.locator(`[id="${key}"]`);
export const button = (page: Page, ...name: readonly string[]) => page.getByRole('button', { name: said(...name) });

export async function openSelect(page: Page, key: string): Promise<void> {
  const select = field(page, key);
  await select.scrollIntoViewIfNeeded();
  await select.focus();
  // Phones show a list of their own, outside of the page.
  if (!(await page.evaluate(() => matchMedia('(pointer: fine)').matches))) return;
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
}

export async function suggest(page: Page, key: string, typed: string): Promise<void> {
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

/** Presses Submit in a card and waits for what it finds. */
export const submitInvalid = (values: Readonly<Record<string, string>>) => async (page: Page) => {
  await fillFields(values)(page);
  await button(page, 'Submit').click();
  await expect(page.locator('[role=alert], [aria-invalid=true]').first()).toBeVisible();
};

export const dialog =
  (open: string, role: 'dialog' | 'alertdialog' = 'dialog') =>
  async (page: Page) => {
    await button(page, open).click();
    await expect(page.getByRole(role)).toBeVisible();
  };
