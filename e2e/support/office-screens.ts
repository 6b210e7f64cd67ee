import { expect, type Page } from '@playwright/test';
import { appCode } from './app-code.ts';
import { DRAFT, FILLED, type FilledOffice, REOPENED } from './filled-office.ts';
import { OFFICE_PAGES } from './office-pages.ts';
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
import { linkFromOperator } from './operator.ts';
import { newAddress, PASSWORD, partner } from './product.ts';

const LIST = /\/office\/api\/applications\?/;
const ONE = /\/office\/api\/applications\/[\da-f-]{36}$/;

const selectTwo = async (page: Page, office: FilledOffice) => {
  await openList(page, office);
  for (const name of [/^Select Examplewood/, /^Select Lanternby/]) await page.getByRole('checkbox', { name }).check();
  await see(page, '2 selected');
};

/** As far as the preview of one act on two applications. */
async function previewMails(page: Page, office: FilledOffice): Promise<void> {
  await selectTwo(page, office);
  await button(page, 'Mail again…').click();
  await page.getByRole('dialog').getByLabel('Email').selectOption({ label: 'Receipt (submitted)' });
  await button(page, 'See what will happen').click();
  await see(page, 'This will mail 2 people.');
}

async function openSetUp(page: Page): Promise<void> {
  await page.goto('/office/sign-in');
  const address = newAddress('grace.reader');
  const link = await linkFromOperator(page, 'staff', 'add', address, '--name', 'Grace Reader', '--role', 'reader');
  await page.goto(link.href);
  await see(page, 'Hello, Grace Reader.');
}

const SIGN_IN: readonly OfficeScreen[] = [
  {
    name: 'office-sign-in',
    role: 'nobody',
    open: async (page) => {
      await page.goto('/office/sign-in');
      await heading(page, 'Sign In');
    },
  },
  {
    name: 'office-sign-in-errors',
    role: 'nobody',
    open: async (page) => {
      await page.goto('/office/sign-in?why=ended');
      await button(page, 'Sign In').click();
      await see(page, 'Please enter your password.');
    },
  },
  {
    name: 'office-sign-in-refused',
    role: 'nobody',
    open: async (page) => {
      await page.goto('/office/sign-in');
      await page.getByLabel('Email', { exact: true }).fill('nobody@office.example');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Code', { exact: true }).fill('123456');
      await button(page, 'Sign In').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'office-sign-in-provider',
    role: 'nobody',
    open: async (page) => {
      await page.route('**/office/api/sign-in', (route) =>
        route.fulfill({ json: { university: partner.name, has_provider: true } }),
      );
      await page.goto('/office/sign-in');
      await expect(page.getByRole('link', { name: 'Sign in with your university account' })).toBeVisible();
    },
  },
  { name: 'office-set-up', role: 'nobody', open: openSetUp },
  {
    name: 'office-set-up-refused',
    role: 'nobody',
    open: async (page) => {
      await page.goto('/office/set-up?id=invented');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'office-recovery-codes',
    role: 'nobody',
    open: async (page) => {
      await openSetUp(page);
      await page.getByLabel('New password').fill(PASSWORD);
      const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
      await page.getByLabel('Code from the app').fill(appCode(secret));
      await button(page, 'Set up my access').click();
      await heading(page, 'Keep these recovery codes');
    },
  },
];

const LISTS: readonly OfficeScreen[] = [
  { name: 'office-list', role: 'clerk', open: (page, office) => openList(page, office) },
  {
    name: 'office-list-filters',
    role: 'clerk',
    open: async (page, office) => {
      await openList(page, office, '&residence=out_of_state&columns=number,term,major,residence,language,moment');
      await button(page, 'Columns').click();
    },
  },
  { name: 'office-list-selected', role: 'director', open: selectTwo },
  { name: 'office-many-preview', role: 'director', open: previewMails },
  {
    name: 'office-many-errors',
    role: 'director',
    open: async (page, office) => {
      await selectTwo(page, office);
      await button(page, 'Withdraw…').click();
      await button(page, 'See what will happen').click();
      await see(page, 'Please fill this in.');
    },
  },
  {
    name: 'office-many-progress',
    role: 'director',
    open: async (page, office) => {
      // Two are done before anybody sees how far it is.
      const progress = { state: 'running', done: 12, total: 38, left_out: [] };
      await page.route(/\/office\/api\/many$/, (route) => route.fulfill({ json: { id: crypto.randomUUID() } }));
      await page.route(/\/office\/api\/many\/[\da-f-]{36}$/, (route) => route.fulfill({ json: progress }));
      await previewMails(page, office);
      await button(page, 'Send it again').click();
      await see(page, '12 of 38');
    },
  },
  {
    name: 'office-save-view',
    role: 'clerk',
    open: async (page, office) => {
      await openList(page, office);
      await button(page, 'Save this view').click();
      await button(page, 'Save').click();
      await see(page, 'Please give it a name.');
    },
  },
  {
    name: 'office-list-nothing',
    role: 'reader',
    open: async (page) => {
      await page.goto('/office/applications?q=qqxznobody&view=to-read');
      await heading(page, 'Nothing found.');
    },
  },
  {
    name: 'office-list-drafts-filtered',
    role: 'clerk',
    open: async (page) => {
      await page.goto('/office/applications?view=drafts&state=OH');
      await see(page, "What drafts answer isn't shown or searched until they're submitted.");
    },
  },
  {
    name: 'office-list-first-run',
    role: 'reader',
    open: async (page) => {
      const empty = { rows: [], total: { count: 0, is_more: false }, previous: null, next: null, found: 'exact' };
      await page.route(/\/office\/api\/applications$/, (route) => route.fulfill({ json: empty }));
      await page.goto('/office/applications');
      await heading(page, 'Nobody has applied yet.');
    },
  },
  {
    name: 'office-list-loading',
    role: 'reader',
    open: async (page) => {
      await page.route(LIST, () => {});
      await page.goto('/office/applications?sort=name');
      await expect(page.locator('table[aria-busy=true]')).toBeVisible();
    },
  },
  { name: 'office-list-failed', role: 'reader', open: whenFailed(LIST, 'applications?sort=name') },
  {
    name: 'office-list-auditor',
    role: 'auditor',
    open: async (page) => {
      await page.goto(`/office/applications?q=${FILLED}`);
      await expect(page.getByRole('rowheader').first()).toBeVisible();
    },
  },
];

const APPLICATIONS: readonly OfficeScreen[] = [
  {
    name: 'office-application',
    role: 'director',
    open: async (page, office) => {
      await openOne(page, office);
      await expect(page.getByRole('button', { name: 'Page 3' })).toBeVisible();
    },
  },
  {
    name: 'office-application-notes',
    role: 'director',
    open: async (page, office) => {
      await openOne(page, office);
      await page.getByRole('heading', { name: 'Notes' }).scrollIntoViewIfNeeded();
      await button(page, 'Edit').click();
    },
  },
  {
    name: 'office-application-sealed',
    role: 'director',
    open: async (page, office) => {
      await openOne(page, office, 'Examplewood');
      const sealed = page.getByRole('region', { name: 'Sealed answers' });
      await sealed.getByRole('button', { name: 'Open…' }).first().click();
      await page.getByRole('dialog').getByLabel('Reason').fill('For the international office.');
      await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
      await expect(sealed.getByRole('button', { name: 'Hide' })).toBeVisible();
    },
  },
  { name: 'office-application-reader', role: 'reader', open: (page, office) => openOne(page, office, 'Beispiel') },
  { name: 'office-application-draft', role: 'clerk', open: (page, office) => openOne(page, office, DRAFT) },
  { name: 'office-application-reopened', role: 'clerk', open: (page, office) => openOne(page, office, REOPENED) },
  {
    name: 'office-application-more',
    role: 'director',
    open: async (page, office) => {
      await openOne(page, office, 'Examplewood');
      await button(page, 'More').click();
      await expect(button(page, 'Withdraw…')).toBeVisible();
    },
  },
  {
    name: 'office-deadline-errors',
    role: 'clerk',
    open: async (page, office) => {
      await openOne(page, office, DRAFT);
      await button(page, 'More').click();
      await button(page, 'Extend the deadline…').click();
      await button(page, 'Extend').click();
      await see(page, 'Please give a reason.');
    },
  },
  {
    name: 'office-application-loading',
    role: 'reader',
    open: (page, office) => whileLoading(ONE, `applications/${office.ids.get(FILLED)}`)(page, office),
  },
  {
    name: 'office-application-failed',
    role: 'reader',
    open: (page, office) => whenFailed(ONE, `applications/${office.ids.get(FILLED)}`)(page, office),
  },
  {
    name: 'office-application-forbidden',
    role: 'auditor',
    open: (page, office) => whenForbidden(`applications/${office.ids.get(FILLED)}`)(page, office),
  },
];

/** Pages of the office that the accessibility tests and the gallery go through. */
export const OFFICE_SCREENS: readonly OfficeScreen[] = [...SIGN_IN, ...LISTS, ...APPLICATIONS, ...OFFICE_PAGES];
