import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { answerTo, drawOffice, ME } from '../app/draw-office.testing.tsx';

test("changing a colleague's name leaves the role as it is on the server; who has it from the university is marked", async () => {
  const person: desk.StaffPerson = {
    ...{ id: 'omar', email: 'omar@office.example', name: 'Omar Reader', role: 'reader', role_from: 'office' },
    ...{ is_set_up: true, sessions: 0, last_seen_at: null, created_at: '2026-11-01T10:00:00Z' },
  };
  const made = await drawOffice(
    '/staff',
    answerTo(desk.staffList, () => ({
      people: [{ ...person, id: ME.id, name: ME.name, role_from: 'university' as const }, person],
      roles: [],
    })),
    answerTo(desk.changeStaff, () => ({ person })),
  );
  await expect.element(page.getByRole('row', { name: /Grace/ }).getByText('(from your university)')).toBeVisible();
  expect(page.getByText('(from your university)').elements()).toHaveLength(1);
  await page
    .getByRole('button', { name: /^Change/ })
    .last()
    .click();
  await page.getByRole('dialog').getByLabelText('Name').fill('Omar Renamed');
  await page.getByRole('button', { name: 'Save' }).click();
  const sent = () => made.find(({ to }) => to.startsWith('PUT '))?.payload;
  await expect.poll(sent).toEqual({ name: 'Omar Renamed' });
});

test('where colleagues sign in with the university, no link for a password is offered', async () => {
  const people = [
    {
      ...{
        id: 'omar',
        email: 'omar@office.example',
        name: 'Omar Reader',
        role: 'reader',
        role_from: 'office' as const,
      },
      ...{ is_set_up: true, sessions: 0, last_seen_at: null, created_at: '2026-11-01T10:00:00Z' },
    },
  ];
  const list = answerTo(desk.staffList, () => ({ people, roles: ['reader'] }));
  const newLink = page.getByRole('button', { name: 'New link' });
  await drawOffice('/staff', list);
  await expect.element(newLink).toBeVisible();
  await cleanup();
  await drawOffice(
    '/staff',
    list,
    answerTo(desk.signInWays, () => ({ university: 'Larkmoor', has_provider: true })),
  );
  await expect.element(page.getByRole('button', { name: /^Change/ })).toBeVisible();
  expect(newLink.query()).toBeNull();
});

test('nobody takes away their own role or access, and sessions are ended only where there are some', async () => {
  const person = (id: string, sessions: number): desk.StaffPerson => ({
    ...{ id, email: `${id}@office.example`, name: id, role: 'reader', role_from: 'office', is_set_up: sessions > 0 },
    ...{ sessions, last_seen_at: null, created_at: '2026-11-01T10:00:00Z' },
  });
  await drawOffice(
    '/staff',
    answerTo(desk.staffList, () => ({ people: [person(ME.id, 1), person('omar', 0)], roles: [] })),
  );
  const [mine, others] = [page.getByRole('row', { name: /grace/ }), page.getByRole('row', { name: /omar/ })];
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
});
