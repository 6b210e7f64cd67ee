import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { APPLICATION, answerTo, CHOICES, drawOffice, ME } from '../app/draw-office.testing.tsx';

const STAGES = [
  { value: 'committee', label: 'Committee' },
  { value: 'decided', label: 'Decided' },
];
const stages = answerTo(desk.officeChoices, () => ({ ...CHOICES, stages: STAGES }));
const application = answerTo(desk.officeApplication, () => ({
  ...APPLICATION,
  row: { ...APPLICATION.row, stage: 'committee' },
  history: [
    { at: '2026-11-21T12:00:00Z', kind: 'stage_set', by: 'Grace Clerk', what: 'Committee' },
    { at: '2026-11-22T12:00:00Z', kind: 'known_to_a_newer_server', by: 'system' },
  ],
}));
const field = () => page.getByRole('combobox', { name: 'Stage' });

test('the stage is chosen beside who it is assigned to, and the call names the stage that stood there', async () => {
  const made = await drawOffice('/applications/ada', stages, application);
  await expect.element(field()).toHaveValue('committee');
  await expect.element(page.getByText('Stage set: Committee')).toBeVisible();
  await expect.element(page.getByText('known_to_a_newer_server')).toBeVisible();
  await field().selectOptions('Decided');
  const sent = () => made.find(({ to }) => to.startsWith('PUT') && to.endsWith('/stage'))?.payload;
  await expect.poll(sent).toEqual({ to: 'decided', from: 'committee' });
});

test('a reader reads the stage, and cannot choose another', async () => {
  const reader: typeof ME = { ...ME, role: 'reader', rights: ['list', 'read', 'note'] };
  await drawOffice(
    '/applications/ada',
    answerTo(desk.me, () => reader),
    stages,
    application,
  );
  await expect.element(page.getByRole('definition').filter({ hasText: /^Committee$/ })).toBeVisible();
  expect(field().elements()).toEqual([]);
});

test('an office without stages sees nothing of them', async () => {
  await drawOffice(
    '/applications/ada',
    answerTo(desk.officeApplication, () => APPLICATION),
  );
  await expect.element(page.getByRole('combobox', { name: 'Assigned to' })).toBeVisible();
  expect(page.getByText('Stage').elements()).toEqual([]);
});

test('the list has a column and a filter of stages', async () => {
  const rows = [{ ...APPLICATION.row, stage: 'committee' }];
  const list = answerTo(desk.applications, () => ({
    ...{ rows, total: { count: 1, is_more: false }, previous: null, next: null },
  }));
  const made = await drawOffice('/applications', stages, list);
  await expect.element(page.getByRole('cell', { name: /Committee$/ })).toBeVisible();
  // Folded on a phone.
  await page.getByRole('button', { name: 'More filters' }).click();
  await field().selectOptions('None');
  await expect.poll(() => made.some(({ to }) => to.includes('/applications?stage=none'))).toBe(true);
});

test('the summary of a draft says which page was open last, that of a submission does not', async () => {
  const opened = { last_page: 'about', changed_at: '2026-11-03T10:00:00Z' };
  const lastPage = page.getByText(/^Last page open: .*on November 3, 2026$/);
  const open = (status: 'draft' | 'submitted') =>
    drawOffice(
      '/applications/ada',
      answerTo(desk.officeApplication, () => ({ ...APPLICATION, row: { ...APPLICATION.row, ...opened, status } })),
    );
  await open('draft');
  await expect.element(lastPage).toBeVisible();
  await cleanup();
  await open('submitted');
  await expect.element(page.getByRole('region', { name: 'Summary' })).toBeVisible();
  expect(lastPage.query()).toBeNull();
});

test('the stage of a draft is read only, and one or a colleague that is no longer offered stays chosen', async () => {
  const open = (row: Partial<desk.ListRow>) =>
    drawOffice(
      '/applications/ada',
      stages,
      answerTo(desk.officeApplication, () => ({ ...APPLICATION, row: { ...APPLICATION.row, ...row } })),
    );
  const assigned = page.getByRole('combobox', { name: 'Assigned to' });
  await open({ status: 'draft', assigned_to: 'gone' });
  await expect.element(assigned).toHaveValue('gone');
  await expect.element(assigned.getByRole('option', { name: 'Somebody who has left' })).toBeInTheDocument();
  expect(field().query()).toBeNull();
  await cleanup();
  await open({ stage: 'retired' });
  await expect.element(field()).toHaveValue('retired');
  expect(field().getByRole('option').elements()).toHaveLength(4);
  expect(assigned.getByRole('option').elements()).toHaveLength(3);
});

test.each([
  [undefined, 'Omar Reader', { to: 'omar', from: null }],
  ['omar', 'Nobody', { to: null, from: 'omar' }],
])('an application of %s is given to %s, and its print says whose it was', async (assigned_to, to, call) => {
  const row = { ...APPLICATION.row, assigned_to, stage: 'decided' };
  const shown = answerTo(desk.officeApplication, () => ({ ...APPLICATION, row }));
  const made = await drawOffice('/applications/ada', stages, shown);
  const assigned = page.getByRole('combobox', { name: 'Assigned to' });
  await expect.element(assigned).toHaveValue(assigned_to ?? '');
  await expect.poll(() => assigned.getByRole('option').elements()).toHaveLength(3);
  expect(field().getByRole('option').elements()).toHaveLength(3);
  expect(assigned.element().nextElementSibling?.textContent).toBe(assigned_to ? 'Omar Reader' : 'Nobody');
  await assigned.selectOptions(to);
  await expect.poll(() => made.find(({ to }) => to.endsWith('/assigned'))?.payload).toEqual(call);
});

test('an application without a stage says so, on paper, too', async () => {
  const shown = answerTo(desk.officeApplication, () => APPLICATION);
  await drawOffice('/applications/ada', stages, shown);
  await expect.element(field()).toHaveValue('');
  expect(field().getByRole('option').elements()).toHaveLength(3);
  expect(field().element().nextElementSibling?.textContent).toBe('None');
});

test('a label is added without spaces around it and taken away; a reader sees labels, and nothing where there are none', async () => {
  const labeled = (labels: string[]) =>
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, row: { ...APPLICATION.row, labels } }));
  const changed = answerTo(desk.changeLabels, () => ({ labels: [] }));
  const made = await drawOffice('/applications/ada', labeled(['grant']), changed);
  await page.getByLabelText('Add a label').fill('  ');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabelText('Add a label').fill(' first-gen ');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the label grant' }).click();
  const sent = () => made.flatMap(({ to, payload }) => (to.endsWith('/labels') ? [payload] : []));
  await expect.poll(sent).toEqual([
    { add: ['first-gen'], remove: [] },
    { add: [], remove: ['grant'] },
  ]);
  // The labels that are suggested have changed with it.
  await expect.poll(() => made.filter(({ to }) => to === `GET ${desk.officeChoices.path}`).length).toBeGreaterThan(1);
  await cleanup();
  const reader = answerTo(desk.me, () => ({ ...ME, rights: ['list', 'read'] as const satisfies desk.Right[] }));
  await drawOffice('/applications/ada', reader, labeled(['grant']));
  await expect.element(page.getByText('grant', { exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Remove the label grant' }).query()).toBeNull();
  expect(page.getByLabelText('Add a label').query()).toBeNull();
  await cleanup();
  await drawOffice('/applications/ada', reader, labeled([]));
  await expect.element(page.getByText('Assigned to')).toBeVisible();
  expect(page.getByText('Labels').query()).toBeNull();
});
