import type { OfficeChecklist, OfficeItem } from '@firstyear/api-contract/desk';
import { expect, type Page } from '@playwright/test';
import { DRAFT, FILLED, type FilledOffice, REOPENED } from './filled-office.ts';
import { finishSetUp, openSetUp } from './office.ts';
import {
  auditor,
  button,
  clerk,
  director,
  heading,
  nobody,
  type OfficeScreen,
  openList,
  openOne,
  reader,
  see,
  whenFailed,
  whenForbidden,
  whileLoading,
} from './office-screen.ts';
import { newAddress, PASSWORD, partner } from './product.ts';

const LIST = /\/office\/api\/applications\?/;
const ONE = /\/office\/api\/applications\/[\da-f-]{36}$/;

const selectTwo = async (page: Page, office: FilledOffice) => {
  await openList(page, office);
  for (const name of [/^Select Examplewood/, /^Select Lanternby/]) await page.getByRole('checkbox', { name }).check();
  await see(page, '2 selected');
};

/** Opens the preview of an action on two applications. */
async function previewMails(page: Page, office: FilledOffice): Promise<void> {
  await selectTwo(page, office);
  await button(page, 'Mail again…').click();
  await page.getByRole('dialog').getByLabel('Email').selectOption({ label: 'Receipt (submitted)' });
  await button(page, 'See what will happen').click();
  await see(page, 'This will mail 2 people: Receipt (submitted).');
}

async function openLabels(page: Page): Promise<void> {
  const labels = ['grant', 'grnat', 'visited'].map((label, place) => ({ label, count: place + 2 }));
  await page.route('**/office/api/labels', (route) => route.fulfill({ json: { labels } }));
  await page.goto('/office/labels');
  await heading(page, 'Labels');
}

async function openReadersSetUp(page: Page): Promise<void> {
  await openSetUp(page, newAddress('grace.reader'), 'Grace Reader', 'reader');
  await see(page, 'Hello, Grace Reader.');
}

const SIGN_IN: readonly OfficeScreen[] = [
  nobody('office-sign-in', 'sign-in', (page) => heading(page, 'Sign In')),
  nobody('office-sign-in-errors', 'sign-in?why=ended', async (page) => {
    await button(page, 'Sign In').click();
    await see(page, 'Please enter your password.');
  }),
  nobody('office-sign-in-refused', 'sign-in', async (page) => {
    await page.getByLabel('Email', { exact: true }).fill('nobody@office.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Code', { exact: true }).fill('123456');
    await button(page, 'Sign In').click();
    await expect(page.getByRole('alert')).toBeVisible();
  }),
  nobody('office-sign-in-provider', async (page) => {
    await page.route('**/office/api/sign-in', (route) =>
      route.fulfill({ json: { university: partner.name, has_provider: true } }),
    );
    await page.goto('/office/sign-in');
    await expect(page.getByRole('link', { name: 'Sign in with your university account' })).toBeVisible();
  }),
  nobody('office-set-up', openReadersSetUp),
  nobody('office-set-up-refused', 'set-up?id=invented', (page) => expect(page.getByRole('alert')).toBeVisible()),
  nobody('office-recovery-codes', async (page) => {
    await openReadersSetUp(page);
    await finishSetUp(page);
  }),
];

const LISTS: readonly OfficeScreen[] = [
  clerk('office-list', openList),
  clerk('office-list-filters', async (page, office) => {
    await openList(page, office, '&residence=out_of_state&columns=number,term,major,residence,language,moment');
    await button(page, 'Columns').click();
  }),
  director('office-list-selected', selectTwo),
  director('office-many-preview', previewMails),
  director('office-many-errors', async (page, office) => {
    await selectTwo(page, office);
    await button(page, 'Withdraw…').click();
    await button(page, 'See what will happen').click();
    await see(page, 'Please fill this in.');
  }),
  director('office-many-progress', async (page, office) => {
    // Two real mails would be sent before the progress shows.
    const progress = { state: 'running', done: 12, total: 38, left_out: [] };
    await page.route(/\/office\/api\/many$/, (route) => route.fulfill({ json: { id: crypto.randomUUID() } }));
    await page.route(/\/office\/api\/many\/[\da-f-]{36}$/, (route) => route.fulfill({ json: progress }));
    await previewMails(page, office);
    await button(page, 'Send it again').click();
    await see(page, '12 of 38');
  }),
  clerk('office-save-view', async (page, office) => {
    await openList(page, office);
    await button(page, 'Save this view').click();
    await button(page, 'Save').click();
    await see(page, 'Please give it a name.');
  }),
  reader('office-list-nothing', 'applications?q=qqxznobody&view=to-read', (page) => heading(page, 'Nothing found.')),
  clerk('office-list-drafts-filtered', 'applications?view=drafts&state=OH', (page) =>
    see(page, "Drafts aren't in this list. Their answers aren't shown, searched, or sorted until they're submitted."),
  ),
  reader('office-list-first-run', async (page) => {
    const empty = { rows: [], total: { count: 0, is_more: false }, previous: null, next: null };
    await page.route(/\/office\/api\/applications$/, (route) => route.fulfill({ json: empty }));
    await page.goto('/office/applications');
    await heading(page, 'Nobody has applied yet.');
  }),
  reader('office-list-loading', async (page) => {
    await page.route(LIST, () => {});
    await page.goto('/office/applications?sort=name');
    await expect(page.locator('table[aria-busy=true]')).toBeVisible();
  }),
  reader('office-list-failed', whenFailed(LIST, 'applications?sort=name')),
  auditor('office-list-auditor', `applications?q=${FILLED}`, (page) =>
    expect(page.getByRole('rowheader').first()).toBeVisible(),
  ),
];

const ofFilled = ({ ids }: FilledOffice) => `applications/${ids.get(FILLED)}`;
const APPLICATIONS: readonly OfficeScreen[] = [
  director('office-application', async (page, office) => {
    await openOne(page, office);
    await expect(page.getByRole('button', { name: 'Page 3' })).toBeVisible();
  }),
  director('office-application-notes', async (page, office) => {
    await openOne(page, office);
    await page.getByRole('heading', { name: 'Notes' }).scrollIntoViewIfNeeded();
    await button(page, 'Edit').click();
  }),
  director('office-application-sealed', async (page, office) => {
    await openOne(page, office, 'Examplewood');
    const sealed = page.getByRole('region', { name: 'Sealed answers' });
    await sealed.getByRole('button', { name: 'Open…' }).first().click();
    await page.getByRole('dialog').getByLabel('Reason').fill('For the international office.');
    await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
    await expect(sealed.getByRole('button', { name: 'Hide' })).toBeVisible();
  }),
  reader('office-application-reader', (page, office) => openOne(page, office, 'Beispiel')),
  clerk('office-application-draft', (page, office) => openOne(page, office, DRAFT)),
  clerk('office-application-reopened', (page, office) => openOne(page, office, REOPENED)),
  director('office-application-more', async (page, office) => {
    await openOne(page, office, 'Examplewood');
    await button(page, 'More').click();
    await expect(button(page, 'Withdraw…')).toBeVisible();
  }),
  clerk('office-deadline-errors', async (page, office) => {
    await openOne(page, office, DRAFT);
    await button(page, 'More').click();
    await button(page, 'Extend the deadline…').click();
    await button(page, 'Extend').click();
    await see(page, 'Please give a reason.');
  }),
  reader('office-application-loading', whileLoading(ONE, ofFilled)),
  reader('office-application-failed', whenFailed(ONE, ofFilled)),
  auditor('office-application-forbidden', whenForbidden(ofFilled)),
];

const paper: OfficeItem['papers'][number] = {
  ...{ id: 'paper', file_name: 'transcript_of_lanternby.pdf', state: 'failed', sent_by: 'helper', file_size: 40_000 },
  ...{ page_count: null, came_at: '2026-11-25T15:20:00Z', by: null, href: null, thumbnails: [] },
  helper: { email: 'casey.counselor@school.example', is_counselor: false },
};
const item = (id: string, title: string, changes: Partial<OfficeItem>): OfficeItem => ({
  ...{ id, title, text: 'Please write to us.', source: 'school', state: 'came', request: null, due_on: null },
  ...{ returned_words: '', reply: '', came_at: '2026-11-25T15:20:00Z', rule: id, is_hidden: false },
  ...{ requested_by: null, created_at: '2026-11-25T15:00:00Z', changed_at: '2026-11-25T15:20:00Z', version: 1 },
  ...{ acts: ['accept', 'accept_copy', 'return', 'waive'], papers: [paper], asked_keys: [], ...changes },
});
const CHECKLIST: OfficeChecklist = {
  items: [
    item('transcript', 'Official high school transcript', {}),
    item('gap', 'Time away from school', {
      ...{ source: 'applicant', request: 'explanation', reply: 'I looked after my grandmother.', papers: [] },
      ...{ due_on: '2026-12-01', requested_by: 'Grace Director', acts: ['accept', 'return', 'waive', 'cancel'] },
    }),
    item('name', 'Please check your name', {
      ...{ source: 'applicant', state: 'awaiting', request: 'correction', asked_keys: ['first_name'], papers: [] },
      came_at: null,
      acts: ['accept', 'waive', 'cancel'],
    }),
    item('report', "School counselor's report", {
      ...{ state: 'returned', returned_words: 'The second page is missing.', is_hidden: true },
    }),
    item('scores', 'ACT scores', { source: 'test_agency', state: 'accepted', acts: ['reconsider'], papers: [] }),
  ],
  canned: [{ title: 'Your newest grades', text: 'Please upload a report card.', request: 'paper' }],
};

/** Opens an application with a checklist in every state. */
async function openChecklist(page: Page, office: FilledOffice): Promise<void> {
  await page.route(/\/office\/api\/applications\/[\da-f-]{36}\/items$/, (route) => route.fulfill({ json: CHECKLIST }));
  await openOne(page, office, 'Examplewood');
  await heading(page, 'Time away from school');
}

/** Opens a dialog from the menu of an item. */
async function changeItem(page: Page, title: string, act: string): Promise<void> {
  const acts = page.getByRole('group', { name: `For ${title}` });
  await acts.getByRole('button', { name: 'Change…' }).click();
  await acts.getByRole('button', { name: act }).click();
}

/** The checklist of an application with its dialogs, and a message to its applicant. */
const CHECKLISTS: readonly OfficeScreen[] = [
  clerk('office-checklist', openChecklist),
  clerk('office-checklist-return-errors', async (page, office) => {
    await openChecklist(page, office);
    await button(page, 'Return…').first().click();
    await button(page, 'Return it').click();
    await see(page, 'Please say what is wrong with it.');
  }),
  clerk('office-checklist-correct-errors', async (page, office) => {
    await openChecklist(page, office);
    await button(page, 'Ask for something…').click();
    await page.getByLabel('What to ask for').selectOption('correction');
    await button(page, 'Ask').click();
    await see(page, 'Please choose at least one question.');
    await page.getByRole('dialog').locator('summary').first().click();
    await expect(page.getByRole('checkbox').first()).toBeVisible();
  }),
  clerk('office-checklist-answer', async (page, office) => {
    await openChecklist(page, office);
    await button(page, 'Correct an answer…').click();
    await page.getByLabel('Question', { exact: true }).selectOption('last_name');
    await expect(page.getByLabel('New answer')).toBeVisible();
  }),
  clerk('office-checklist-move', async (page, office) => {
    await openChecklist(page, office);
    await button(page, `Move ${paper.file_name} to another item`).first().click();
    await expect(page.getByRole('dialog').getByLabel('To', { exact: true })).toBeVisible();
  }),
  clerk('office-checklist-waive-errors', async (page, office) => {
    await openChecklist(page, office);
    await changeItem(page, 'Time away from school', 'Not needed…');
    await button(page, 'Not needed').click();
    await see(page, 'Please give a reason.');
  }),
  clerk('office-checklist-cancel', async (page, office) => {
    await openChecklist(page, office);
    await changeItem(page, 'Time away from school', 'Cancel the request…');
    await see(page, 'The applicant is no longer asked for it. What was asked stays in the checklist.');
  }),
  clerk('office-checklist-ask-errors', async (page, office) => {
    await openChecklist(page, office);
    await button(page, 'Ask for something…').click();
    await button(page, 'Ask').click();
    await see(page, 'Please say what it is.');
  }),
  director('office-message-errors', async (page, office) => {
    await openOne(page, office, 'Examplewood');
    await button(page, 'More').click();
    await button(page, 'Write to the applicant…').click();
    await button(page, 'See the email').click();
    await expect(page.locator('dialog [aria-invalid=true]').first()).toBeVisible();
  }),
];

const exported = (state: 'waiting' | 'running' | 'done' | 'failed', minute: number) => ({
  ...{ id: crypto.randomUUID(), state, asked_at: `2026-11-25T15:${minute}:00Z`, done: 120 },
  ...{ format: 'machine_csv', by: 'Grace Director', purpose: 'For the student system.' },
  ...{ receiver: null, done_at: null, rows: null, href: null },
});

const CHANGES = [
  'New question: What do you want to learn?',
  'No longer asked: TOEFL Score',
  'A choice is gone: Marital status, “Widowed”',
  'Takes at most 500, before 7000: Anything else that we should know about you and your family',
  'In another column of exports: Preferred Name (called_name, before: preferred_name)',
];
const release = (number: number, changes: readonly string[]) => ({
  ...{ number, changes, serves: number === 3, released_at: `2026-1${number - 1}-25T15:00:00Z` },
});
const HISTORY = { forms: [{ form: 'freshman', releases: [release(3, CHANGES), release(2, []), release(1, [])] }] };

/** Exports, numbers, the form's releases, the audit trail, staff, and what is around every page. */
const PAGES: readonly OfficeScreen[] = [
  director('office-exports', 'exports', (page) =>
    expect(page.getByRole('link', { name: 'Download' }).first()).toBeVisible(),
  ),
  director('office-exports-running', async (page, { school }) => {
    const exports = [exported('waiting', 21), exported('running', 20), exported('failed', 12), exported('done', 10)];
    await page.route('**/office/api/exports', (route) => route.fulfill({ json: { exports } }));
    await page.goto(`/office/exports?q=${encodeURIComponent(school)}`);
    await button(page, 'Start the export').click();
    await see(page, 'Running, 120 so far');
    await see(page, 'Please say what it is for.');
  }),
  director('office-exports-empty', async (page) => {
    await page.route('**/office/api/exports', (route) => route.fulfill({ json: { exports: [] } }));
    await page.goto('/office/exports');
    await see(page, 'There are no exports yet.');
  }),
  director('office-exports-loading', whileLoading('**/office/api/exports', 'exports')),
  director('office-exports-failed', whenFailed('**/office/api/exports', 'exports')),
  clerk('office-exports-forbidden', whenForbidden('exports')),
  director('office-numbers', 'numbers', async (page) => {
    await heading(page, 'By day');
    await page.locator('summary', { hasText: 'As a table' }).click();
  }),
  auditor('office-numbers-loading', whileLoading('**/office/api/numbers*', 'numbers')),
  auditor('office-numbers-failed', whenFailed('**/office/api/numbers*', 'numbers')),
  reader('office-numbers-forbidden', whenForbidden('numbers')),
  director('office-labels', openLabels),
  director('office-labels-merge', async (page) => {
    await openLabels(page);
    await button(page, 'Rename “grnat”').click();
    await page.getByLabel('New name').fill('grant');
    await expect(button(page, 'Merge')).toBeVisible();
  }),
  clerk('office-form', async (page) => {
    await page.route('**/office/api/form-history', (route) => route.fulfill({ json: HISTORY }));
    await page.goto('/office/form');
    await heading(page, 'Release 3');
    await see(page, 'A choice is gone: Marital status, “Widowed”');
  }),
  director('office-form-first', 'form', async (page) => {
    await heading(page, 'Release 1');
    await see(page, 'Applicants see this one');
  }),
  reader('office-starting', whileLoading('**/office/api/me', 'form')),
  auditor('office-form-empty', async (page) => {
    await page.route('**/office/api/form-history', (route) => route.fulfill({ json: { forms: [] } }));
    await page.goto('/office/form');
    await see(page, 'No form has been released yet.');
  }),
  reader('office-form-loading', whileLoading('**/office/api/form-history', 'form')),
  reader('office-form-failed', whenFailed('**/office/api/form-history', 'form')),
  auditor('office-audit', 'audit', (page) =>
    expect(page.getByRole('columnheader', { name: 'Application' })).toBeVisible(),
  ),
  auditor('office-audit-nothing', 'audit?from=2001-01-01&to=2001-01-02', (page) => see(page, 'No events.')),
  auditor('office-audit-loading', whileLoading('**/office/api/audit*', 'audit')),
  auditor('office-audit-failed', whenFailed('**/office/api/audit*', 'audit')),
  clerk('office-audit-forbidden', whenForbidden('audit')),
  director('office-staff', 'staff', (page) => expect(page.getByRole('columnheader', { name: 'Role' })).toBeVisible()),
  director('office-staff-add-errors', 'staff', async (page) => {
    await button(page, 'Add somebody').click();
    await button(page, 'Save').click();
    await see(page, 'Please fill this in.');
  }),
  director('office-staff-link', 'staff', async (page) => {
    await button(page, 'Add somebody').click();
    await page.getByLabel('Name').fill('Grace Newcomer');
    await page.getByLabel('Email').fill(newAddress('grace.newcomer'));
    await button(page, 'Save').click();
    await heading(page, 'Link for Grace Newcomer');
  }),
  director('office-staff-remove', 'staff', async (page) => {
    await button(page, 'Remove').first().click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  }),
  director('office-staff-loading', whileLoading('**/office/api/staff', 'staff')),
  director('office-staff-failed', whenFailed('**/office/api/staff', 'staff')),
  auditor('office-staff-forbidden', whenForbidden('staff')),
  clerk('office-account', async (page, office) => {
    await openList(page, office);
    await button(page, 'Grace Clerk').click();
    await expect(button(page, 'Sign out')).toBeVisible();
  }),
  clerk('office-read-only', async (page, office) => {
    await page.route('**/office/api/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), is_read_only: true } });
    });
    await openOne(page, office, 'Examplewood');
    await see(page, "The university's sign-on can't be reached.");
  }),
  clerk('office-still-working', async (page, office) => {
    await page.clock.install();
    await openList(page, office);
    await page.clock.runFor(845_000);
    await expect(page.getByRole('alertdialog', { name: 'Still working?' })).toBeVisible();
  }),
  clerk('office-not-found', 'nothing-here', (page) => heading(page, "This page doesn't exist.")),
];

/** Screens of the office for the accessibility tests and the gallery. */
export const OFFICE_SCREENS: readonly OfficeScreen[] = [...SIGN_IN, ...LISTS, ...APPLICATIONS, ...CHECKLISTS, ...PAGES];
