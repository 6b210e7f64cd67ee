import * as desk from '@firstyear/api-contract/desk';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { type Answer, answerTo, drawOffice, ME } from '../app/draw-office.testing.tsx';
import { PERSON_KEY } from '../shared/queries.ts';

const OMAR: desk.StaffPerson = {
  ...{ id: 'omar', email: 'omar@office.example', name: 'Omar Reader', role: 'reader', role_from: 'office' },
  ...{ is_set_up: true, sessions: 0, last_seen_at: null, created_at: '2026-11-01T10:00:00Z' },
};
const MINE: desk.StaffPerson = { ...OMAR, id: ME.id, name: ME.name, email: ME.email };
const open = (people: desk.StaffPerson[], ...answers: readonly Answer[]) =>
  drawOffice(
    '/staff',
    ...answers,
    answerTo(desk.staffList, () => ({ people, roles: ['reader', 'nursing'] })),
  );
type Made = Awaited<ReturnType<typeof open>>;
const sent = (made: Made, method: string) =>
  made.flatMap(({ to, payload }) => (to.startsWith(`${method} ${desk.staffList.path}`) ? [payload] : []));
const dialog = page.getByRole('dialog');
const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();

test("changing a colleague's name leaves the role as it is on the server; who has it from the university is marked", async () => {
  const made = await open(
    [{ ...MINE, role_from: 'university' }, OMAR],
    answerTo(desk.changeStaff, () => ({ person: OMAR })),
  );
  await expect.element(page.getByRole('row', { name: /Grace/ }).getByText('(from your university)')).toBeVisible();
  expect(page.getByText('(from your university)').elements()).toHaveLength(1);
  await press('Change');
  expect(dialog.getByLabelText('Email').query()).toBeNull();
  await expect.element(dialog.getByLabelText('Role')).toHaveValue('reader');
  await dialog.getByLabelText('Name').fill(' ');
  await press('Save');
  await expect.element(dialog.getByText('Please fill this in.')).toBeVisible();
  await dialog.getByLabelText('Name').fill(' Omar Renamed ');
  await press('Save');
  await expect.poll(() => sent(made, 'PUT')).toEqual([{ name: 'Omar Renamed' }]);
});

test('another role is sent alone, to the colleague whom it is for', async () => {
  const made = await open(
    [MINE, { ...OMAR, id: 'ines', name: 'Ines Clerk', role: 'clerk' }, OMAR],
    answerTo(desk.changeStaff, () => ({ person: OMAR })),
  );
  await page.getByRole('row', { name: /Ines/ }).getByRole('button', { name: 'Change' }).click();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Ines Clerk');
  await expect.element(dialog.getByLabelText('Role')).toHaveValue('clerk');
  await dialog.getByLabelText('Role').selectOptions('nursing');
  await press('Save');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(made.find(({ to }) => to === `PUT ${desk.staffList.path}/ines`)?.payload).toEqual({ role: 'nursing' });
  await expect.poll(() => sent(made, 'GET')).toHaveLength(2);
});

test('what was typed about a colleague when the session ended is there again, about that colleague alone', async () => {
  const people = [OMAR, { ...OMAR, id: 'ines', name: 'Ines Clerk' }];
  const change = (name: RegExp) => page.getByRole('row', { name }).getByRole('button', { name: 'Change' }).click();
  const name = dialog.getByLabelText('Name');
  await open(people);
  await change(/Omar/);
  await name.fill('Omar Renamed');
  localStorage.removeItem(PERSON_KEY);
  await cleanup();
  await open(people);
  await change(/Ines/);
  await expect.element(name).toHaveValue('Ines Clerk');
  await press('Cancel');
  await change(/Omar/);
  await expect.element(name).toHaveValue('Omar Renamed');
});

test('somebody is added with a name, an address and a role; their link is shown once, and copied', async () => {
  const added = { ...OMAR, name: 'Nora Nurse' };
  const link = 'https://apply.example/office/set-up?id=x';
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const made = await open(
    [MINE],
    answerTo(desk.addStaff, () => ({ person: added, link, expires_at: '2026-11-25T12:00:00Z' })),
  );
  await press('Add somebody');
  await expect.element(dialog.getByLabelText('Name')).toHaveAccessibleDescription('');
  await press('Save');
  await expect.poll(() => dialog.getByText('Please fill this in.').elements()).toHaveLength(2);
  await dialog.getByLabelText('Name').fill(' Nora Nurse ');
  await press('Save');
  await expect.element(dialog.getByLabelText('Email')).toHaveAccessibleDescription(/fill this in/);
  await expect.element(dialog.getByLabelText('Name')).toHaveAccessibleDescription('');
  await dialog.getByLabelText('Email').fill('nora@office.example');
  await dialog.getByLabelText('Name').fill('');
  await press('Save');
  await expect.element(dialog.getByLabelText('Name')).toHaveAccessibleDescription(/fill this in/);
  expect(sent(made, 'POST')).toEqual([]);
  await dialog.getByLabelText('Name').fill(' Nora Nurse ');
  const role = dialog.getByLabelText('Role');
  await expect.element(role).toHaveValue('reader');
  const names = role.getByRole('option').elements();
  expect(names.map(({ textContent }) => textContent?.replace(/:.*/, ''))).toEqual([
    ...['Reader', 'Clerk', 'Director', 'Auditor', 'nursing'],
  ]);
  await press('Save');
  await expect.element(page.getByRole('dialog', { name: 'Link for Nora Nurse' }).getByText(link)).toBeVisible();
  expect(sent(made, 'POST')).toEqual([{ name: 'Nora Nurse', email: 'nora@office.example', role: 'reader' }]);
  expect(sent(made, 'GET')).toHaveLength(2);
  expect(dialog.getByText('Copied.').query()).toBeNull();
  await press('Copy the link');
  await expect.element(dialog.getByText('Copied.')).toBeVisible();
  expect(copy).toHaveBeenCalledWith(link);
});

test('who is added where colleagues sign in with the university gets no link, and can sign in', async () => {
  await open(
    [MINE],
    answerTo(desk.addStaff, () => ({ person: OMAR })),
  );
  await press('Add somebody');
  await dialog.getByLabelText('Name').fill('Omar Reader');
  await dialog.getByLabelText('Email').fill('omar@office.example');
  await press('Save');
  await expect.element(page.getByText('Omar Reader can sign in with their university account now.')).toBeVisible();
  expect(dialog.query()).toBeNull();
});

test('a colleague is removed once, however often it is confirmed', async () => {
  const removed = Promise.withResolvers<Record<string, never>>();
  const made = await open(
    [MINE, OMAR],
    answerTo(desk.removeStaff, () => removed.promise),
  );
  await press('Remove');
  const asked = page.getByRole('alertdialog', { name: 'Remove Omar Reader?' });
  await asked.getByRole('button', { name: 'Remove' }).click();
  await expect.element(asked.getByRole('button', { name: 'Remove' })).toHaveAttribute('aria-disabled');
  asked.element().querySelector('form')?.requestSubmit();
  removed.resolve({});
  await expect.element(asked).not.toBeInTheDocument();
  expect(made.flatMap(({ to }) => (to.startsWith('DELETE') ? [to] : []))).toEqual([
    `DELETE ${desk.staffList.path}/omar`,
  ]);
  await expect.poll(() => sent(made, 'GET')).toHaveLength(2);
});

test('the list says who one is oneself, when each was here last, and names a role of the university as it is', async () => {
  await open([
    { ...MINE, last_seen_at: '2026-11-20T17:00:00Z' },
    { ...OMAR, role: 'nursing' },
  ]);
  await expect.element(page.getByRole('row', { name: /Grace/ }).getByText('Nov 20, 2026, 12:00 PM')).toBeVisible();
  expect([...document.querySelectorAll('td[data-label=Role]')].map(({ textContent }) => textContent)).toEqual([
    ...['Reader', 'nursing'],
  ]);
  const cells = page.getByRole('row', { name: /Omar/ }).getByRole('cell').elements();
  expect(cells.map(({ textContent }) => textContent).slice(2, 4)).toEqual(['Never', 'Set up']);
  const names = page.getByRole('rowheader').elements();
  expect(names.map(({ textContent }) => textContent)).toEqual(['Grace Director (you)', 'Omar Reader ']);
});

test('who may not manage colleagues reads that, and is offered nothing', async () => {
  await open(
    [],
    answerTo(desk.me, () => ({ ...ME, rights: ['list'] as const satisfies desk.Right[] })),
    ({ to }) =>
      to.endsWith(desk.staffList.path) ? Response.json({ message: 'Not allowed.' }, { status: 403 }) : undefined,
  );
  await expect.element(page.getByText('Your role is not allowed to see this page.')).toBeVisible();
  for (const name of ['Add somebody', 'Try again']) expect(page.getByRole('button', { name }).query()).toBeNull();
});

test('where colleagues sign in with the university, no link for a password is offered', async () => {
  const newLink = page.getByRole('button', { name: 'New link' });
  await open([OMAR]);
  await expect.element(newLink).toBeVisible();
  await cleanup();
  await open(
    [OMAR],
    answerTo(desk.signInWays, () => ({ university: 'Larkmoor', has_provider: true })),
  );
  await expect.element(page.getByRole('button', { name: /^Change/ })).toBeVisible();
  expect(newLink.query()).toBeNull();
});

test('nobody takes away their own role or access, and sessions are ended only where there are some', async () => {
  const made = await open(
    [
      { ...MINE, sessions: 2 },
      { ...OMAR, is_set_up: false },
    ],
    answerTo(desk.endStaffSessions, () => ({ ended: 2 })),
  );
  const [mine, others] = [page.getByRole('row', { name: /Grace/ }), page.getByRole('row', { name: /Omar/ })];
  await expect.element(others.getByText('Link not used yet')).toBeVisible();
  const names = (row: typeof mine) =>
    row
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent);
  expect([names(mine), names(others)]).toEqual([
    ['End sessions', 'New link'],
    ['New link', 'Change', 'Remove'],
  ]);
  await press('End sessions');
  await expect.element(page.getByText('2 sessions were ended.')).toBeVisible();
  expect(made.map(({ to }) => to)).toContain(`POST ${desk.staffList.path}/${ME.id}/end-sessions`);
  await expect.poll(() => sent(made, 'GET')).toHaveLength(2);
});
