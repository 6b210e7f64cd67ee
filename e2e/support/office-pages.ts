import { expect } from '@playwright/test';
import {
  button,
  heading,
  type OfficeScreen,
  openList,
  openOne,
  see,
  whenFailed,
  whenForbidden,
  whileLoading,
} from './office-screen.ts';
import { newAddress } from './product.ts';

const exported = (state: 'waiting' | 'running' | 'done' | 'failed', minute: number) => ({
  ...{
    id: crypto.randomUUID(),
    format: 'machine_csv',
    state,
    by: 'Grace Director',
    purpose: 'For the student system.',
  },
  ...{ receiver: null, asked_at: `2026-11-25T15:${minute}:00Z`, done_at: null, rows: null, done: 120, href: null },
});

const CHANGES = [
  { kind: 'added', name: 'What do you want to learn?' },
  { kind: 'key_gone', name: 'TOEFL Score' },
  { kind: 'choice_gone', name: 'Marital status', before: 'Widowed' },
  {
    kind: 'limit_shorter',
    name: 'Anything else that we should know about you and your family',
    before: '7000',
    after: '500',
  },
  { kind: 'renamed', name: 'Preferred Name', before: 'preferred_name', after: 'called_name' },
];
const release = (number: number, changes: readonly object[], drafts = 0) => ({
  ...{ number, changes, drafts, serves: number === 3, released_at: `2026-1${number - 1}-25T15:00:00Z` },
});
const HISTORY = { forms: [{ form: 'freshman', releases: [release(3, CHANGES, 412), release(2, []), release(1, [])] }] };

/** Exports, numbers, audit trail, staff, and what is around every page. */
export const OFFICE_PAGES: readonly OfficeScreen[] = [
  {
    name: 'office-exports',
    role: 'director',
    open: async (page) => {
      await page.goto('/office/exports');
      await expect(page.getByRole('link', { name: 'Download' }).first()).toBeVisible();
    },
  },
  {
    name: 'office-exports-running',
    role: 'director',
    open: async (page, { school }) => {
      const exports = [exported('waiting', 21), exported('running', 20), exported('failed', 12), exported('done', 10)];
      await page.route('**/office/api/exports', (route) => route.fulfill({ json: { exports } }));
      await page.goto(`/office/exports?q=${encodeURIComponent(school)}`);
      await button(page, 'Start the export').click();
      await see(page, 'Running, 120 so far');
      await see(page, 'Please say what it is for.');
    },
  },
  {
    name: 'office-exports-empty',
    role: 'director',
    open: async (page) => {
      await page.route('**/office/api/exports', (route) => route.fulfill({ json: { exports: [] } }));
      await page.goto('/office/exports');
      await see(page, 'There are no exports yet.');
    },
  },
  { name: 'office-exports-loading', role: 'director', open: whileLoading('**/office/api/exports', 'exports') },
  { name: 'office-exports-failed', role: 'director', open: whenFailed('**/office/api/exports', 'exports') },
  { name: 'office-exports-forbidden', role: 'clerk', open: whenForbidden('exports') },
  {
    name: 'office-numbers',
    role: 'director',
    open: async (page) => {
      await page.goto('/office/numbers');
      await heading(page, 'By day');
      await page.locator('summary', { hasText: 'As a table' }).click();
    },
  },
  { name: 'office-numbers-loading', role: 'auditor', open: whileLoading('**/office/api/numbers*', 'numbers') },
  { name: 'office-numbers-failed', role: 'auditor', open: whenFailed('**/office/api/numbers*', 'numbers') },
  { name: 'office-numbers-forbidden', role: 'reader', open: whenForbidden('numbers') },
  {
    name: 'office-form',
    role: 'clerk',
    open: async (page) => {
      await page.route('**/office/api/form-history', (route) => route.fulfill({ json: HISTORY }));
      await page.goto('/office/form');
      await heading(page, 'Release 3');
      await see(page, 'A choice is gone: Marital status, “Widowed”');
    },
  },
  {
    name: 'office-form-first',
    role: 'director',
    open: async (page) => {
      await page.goto('/office/form');
      await heading(page, 'Release 1');
      await see(page, 'Applicants see this one');
    },
  },
  {
    name: 'office-form-empty',
    role: 'auditor',
    open: async (page) => {
      await page.route('**/office/api/form-history', (route) => route.fulfill({ json: { forms: [] } }));
      await page.goto('/office/form');
      await see(page, 'No form has been released yet.');
    },
  },
  { name: 'office-form-loading', role: 'reader', open: whileLoading('**/office/api/form-history', 'form') },
  { name: 'office-form-failed', role: 'reader', open: whenFailed('**/office/api/form-history', 'form') },
  {
    name: 'office-audit',
    role: 'auditor',
    open: async (page) => {
      await page.goto('/office/audit');
      await expect(page.getByRole('columnheader', { name: 'Details' })).toBeVisible();
      await see(page, 'What left the office');
    },
  },
  {
    name: 'office-audit-nothing',
    role: 'auditor',
    open: async (page) => {
      await page.goto('/office/audit?from=2001-01-01&to=2001-01-02');
      await see(page, 'No events.');
    },
  },
  { name: 'office-audit-loading', role: 'auditor', open: whileLoading('**/office/api/audit*', 'audit') },
  { name: 'office-audit-failed', role: 'auditor', open: whenFailed('**/office/api/audit*', 'audit') },
  { name: 'office-audit-forbidden', role: 'clerk', open: whenForbidden('audit') },
  {
    name: 'office-staff',
    role: 'director',
    open: async (page) => {
      await page.goto('/office/staff');
      await expect(page.getByRole('columnheader', { name: 'Role' })).toBeVisible();
    },
  },
  {
    name: 'office-staff-add-errors',
    role: 'director',
    open: async (page) => {
      await page.goto('/office/staff');
      await button(page, 'Add somebody').click();
      await button(page, 'Save').click();
      await see(page, 'Please fill this in.');
    },
  },
  {
    name: 'office-staff-link',
    role: 'director',
    open: async (page) => {
      await page.goto('/office/staff');
      await button(page, 'Add somebody').click();
      await page.getByLabel('Name').fill('Grace Newcomer');
      await page.getByLabel('Email').fill(newAddress('grace.newcomer'));
      await button(page, 'Save').click();
      await heading(page, 'Link for Grace Newcomer');
    },
  },
  {
    name: 'office-staff-remove',
    role: 'director',
    open: async (page) => {
      await page.goto('/office/staff');
      await button(page, 'Remove').first().click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  { name: 'office-staff-loading', role: 'director', open: whileLoading('**/office/api/staff', 'staff') },
  { name: 'office-staff-failed', role: 'director', open: whenFailed('**/office/api/staff', 'staff') },
  { name: 'office-staff-forbidden', role: 'auditor', open: whenForbidden('staff') },
  {
    name: 'office-account',
    role: 'clerk',
    open: async (page, office) => {
      await openList(page, office);
      await button(page, 'Grace Clerk').click();
      await expect(button(page, 'Sign out')).toBeVisible();
    },
  },
  {
    name: 'office-read-only',
    role: 'clerk',
    open: async (page, office) => {
      await page.route('**/office/api/me', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), is_read_only: true } });
      });
      await openOne(page, office, 'Examplewood');
      await see(page, "The university's sign-on can't be reached.");
    },
  },
  {
    name: 'office-still-working',
    role: 'clerk',
    open: async (page, office) => {
      await page.clock.install();
      await openList(page, office);
      await page.clock.runFor(845_000);
      await expect(page.getByRole('alertdialog', { name: 'Still working?' })).toBeVisible();
    },
  },
  {
    name: 'office-not-found',
    role: 'clerk',
    open: async (page) => {
      await page.goto('/office/nothing-here');
      await heading(page, "This page doesn't exist.");
    },
  },
];
