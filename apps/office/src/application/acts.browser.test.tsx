import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPLICATION, answerTo, drawOffice } from '../app/draw-office.testing.tsx';

const application = (row: Partial<desk.ListRow>) =>
  answerTo(desk.officeApplication, () => ({ ...APPLICATION, row: { ...APPLICATION.row, ...row } }));
const menu = async (name: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
};
const sentTo = (made: Awaited<ReturnType<typeof drawOffice>>, path: string) =>
  made.flatMap(({ to, payload }) => (to.startsWith('P') && to.endsWith(path) ? [payload] : []));
const EXTENDED = { status: 'draft', extended_until: '2026-12-01T12:00:00Z' } as const;

const WITHDRAWN = { status: 'withdrawn' } as const;
test.each<[string, Partial<desk.ListRow>, string, string, string, string, object]>([
  ['Take the extension back…', EXTENDED, 'Take it back', '/ada/deadline', 'deadline', '', { until: null }],
  ['Reopen…', {}, 'Reopen', '/reopen', 'reopened', 'It becomes a draft again', {}],
  ['Withdraw…', {}, 'Withdraw', '/withdraw', 'withdrawn', 'Use this only when', {}],
  ['Take the withdrawal back…', WITHDRAWN, 'Take it back', '/undo', 'withdrawal_undone', 'It is submitted again', {}],
])(
  '%s shows its mail, asks for a reason, and is sent with both',
  async (name, row, confirm, path, kind, text, rest) => {
    const made = await drawOffice('/applications/ada', application(row));
    await menu(name);
    const dialog = page.getByRole('dialog');
    if (text !== '') await expect.element(dialog.getByText(text, { exact: false })).toBeVisible();
    expect(dialog.getByLabelText('Until').query()).toBeNull();
    await dialog.getByRole('button', { name: confirm, exact: true }).click();
    await expect.element(dialog.getByText('Please give a reason.')).toBeVisible();
    expect(sentTo(made, path)).toEqual([]);
    await dialog.getByLabelText('Reason').fill(' yes ');
    await dialog.getByRole('button', { name: confirm, exact: true }).click();
    await expect.poll(() => sentTo(made, path)).toEqual([{ reason: 'yes', tells: true, ...rest }]);
    expect(sentTo(made, '/preview')[0]).toEqual({ about: { kind, ...rest } });
  },
);

test('an extension shows its mail once its moment is chosen, which is typed in the time of the university', async () => {
  const made = await drawOffice('/applications/ada', application({ status: 'draft' }));
  await menu('Extend the deadline…');
  const until = page.getByLabelText('Until');
  await expect.element(until).toBeVisible();
  expect(until.element()).not.toHaveAttribute('aria-invalid', 'true');
  expect(sentTo(made, '/preview')).toEqual([]);
  await until.fill('2999-01-01T12:00');
  const about = { kind: 'deadline', until: '2999-01-01T17:00:00.000Z' };
  await expect.poll(() => sentTo(made, '/preview')).toEqual([{ about }]);
  await expect.element(until).toHaveAccessibleDescription(/January 1, 2999 at 12:00 PM Eastern Time/);
});

test.each<[string, Partial<desk.ListRow>, string]>([
  ['Send a sign-in email again', { status: 'draft' }, 'sign_in'],
  ['Send the receipt again', {}, 'receipt'],
])('%s sends that email, and says so', async (name, row, kind) => {
  const made = await drawOffice(
    '/applications/ada',
    application(row),
    answerTo(desk.mailAgain, () => ({})),
  );
  await menu(name);
  await expect.element(page.getByText('The email is on its way.')).toBeVisible();
  expect(sentTo(made, '/ada/mail')).toEqual([{ kind }]);
});

test('the packet of an application is an export of it alone', async () => {
  await drawOffice('/applications/ada', application({}));
  await menu('Packet of Testperson, Ada, with documents…');
  await expect.element(page.getByRole('heading', { name: 'Exports', exact: true })).toBeVisible();
  await expect.element(page.getByRole('searchbox')).toHaveValue('FY27-2345-ACDE');
  await expect.element(page.getByRole('combobox', { name: 'Format' })).toHaveValue('packets');
});
