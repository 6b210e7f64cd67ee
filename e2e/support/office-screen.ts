import { expect, type Page } from '@playwright/test';
import { FILLED, type FilledOffice } from './filled-office.ts';
import type { OfficeRole } from './office.ts';

/** One page of the office in one state. */
export interface OfficeScreen {
  /** Also the name of its picture. */
  readonly name: string;
  readonly role: OfficeRole | 'nobody';
  /** Opens the page, and waits until it is in its state. */
  readonly open: Open;
}
type Open = (page: Page, office: FilledOffice) => Promise<void>;

/** Screens of a role. With a path, `start` opens that page of the office, and `prepare` brings it into its state. */
const screenOf =
  (role: OfficeScreen['role']) =>
  (name: string, start: string | Open, prepare: Open = async () => {}): OfficeScreen => ({
    name,
    role,
    async open(page, office) {
      if (typeof start === 'string') await page.goto(`/office/${start}`);
      else await start(page, office);
      await prepare(page, office);
    },
  });
export const nobody = screenOf('nobody');
export const reader = screenOf('reader');
export const clerk = screenOf('clerk');
export const director = screenOf('director');
export const auditor = screenOf('auditor');

export const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible();
export const see = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

type OfficePath = string | ((office: FilledOffice) => string);
const visit = (page: Page, office: FilledOffice, path: OfficePath) =>
  page.goto(`/office/${typeof path === 'string' ? path : path(office)}`);

/** Opens a page whose calls get no response. */
export const whileLoading =
  (calls: string | RegExp, path: OfficePath): Open =>
  async (page, office) => {
    const asked = page.waitForRequest(calls);
    await page.route(calls, () => {});
    await visit(page, office, path);
    await asked;
    await see(page, 'Loading');
  };
export const whenFailed =
  (calls: string | RegExp, path: OfficePath): Open =>
  async (page, office) => {
    const json = { code: 'server', message: 'Please try again.' };
    await page.route(calls, (route) => route.fulfill({ status: 500, json }));
    await visit(page, office, path);
    await heading(page, "This page couldn't be loaded.");
  };
export const whenForbidden =
  (path: OfficePath): Open =>
  async (page, office) => {
    await visit(page, office, path);
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
