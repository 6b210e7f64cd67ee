import { expect, type Page } from '@playwright/test';
import { FILLED, type FilledOffice } from './filled-office.ts';
import type { OfficeRole } from './office.ts';

/** One page of the office in one state. */
export interface OfficeScreen {
  /** Also the name of its picture. */
  readonly name: string;
  readonly role: OfficeRole | 'nobody';
  /** Opens it, and waits until it is in its state. */
  readonly open: (page: Page, office: FilledOffice) => Promise<void>;
}

type Open = OfficeScreen['open'];

export const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible();
export const see = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A page as it is while a call has no response yet, or has failed, or is refused. */
export const whileLoading =
  (calls: string | RegExp, path: string): Open =>
  async (page) => {
    await page.route(calls, () => {});
    await page.goto(`/office/${path}`);
    await see(page, 'Loading');
  };
export const whenFailed =
  (calls: string | RegExp, path: string): Open =>
  async (page) => {
    await page.route(calls, (route) =>
      route.fulfill({ status: 500, json: { code: 'server', message: 'Please try again.' } }),
    );
    await page.goto(`/office/${path}`);
    await heading(page, "This page couldn't be loaded.");
  };
export const whenForbidden =
  (path: string): Open =>
  async (page) => {
    await page.goto(`/office/${path}`);
    await heading(page, 'Your role is not allowed to see this page.');
  };

export async function openList(page: Page, { school }: FilledOffice, more = ''): Promise<void> {
  await page.goto(`/office/applications?q=${encodeURIComponent(school)}&sort=name${more}`);
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await expect(page.locator('table[aria-busy=false]')).toBeVisible();
}

export async function openOne(page: Page, office: FilledOffice, name = FILLED): Promise<void> {
  const search = `q=${encodeURIComponent(office.school)}&sort=name`;
  await page.goto(`/office/applications/${office.ids.get(name) ?? ''}?${search}`);
  await heading(page, new RegExp(`^${name}, `));
}
