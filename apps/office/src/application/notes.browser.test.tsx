import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { APPLICATION, answerTo, drawOffice, ME } from '../app/draw-office.testing.tsx';

const NOTE: desk.Note = {
  ...{ id: 'note', author: 'Grace Director', is_mine: true, text: 'Called.', version: 1 },
  ...{ created_at: '2026-11-01T10:00:00Z', changed_at: '2026-11-01T10:00:00Z' },
};

test('an emptied note is gone, but not while its author has an unsaved text for it', async () => {
  let { text } = NOTE;
  const open = () =>
    drawOffice(
      '/applications/ada',
      answerTo(desk.officeApplication, () => ({ ...APPLICATION, notes: [{ ...NOTE, text }] })),
      answerTo(desk.changeNote, () => Promise.reject(new TypeError('Failed to fetch'))),
    );
  const field = page.getByRole('textbox', { name: 'Edit' });
  await open();
  await page.getByRole('button', { name: 'Edit' }).click();
  await field.fill('Called again.');
  await expect.element(page.getByText('Not saved yet. We keep trying.')).toBeVisible();
  await cleanup();
  text = '';
  await open();
  await expect.element(field).toHaveValue('Called again.');
});

test.each<[string, boolean, readonly desk.Right[], number, number]>([
  ['their own', true, desk.RIGHTS, 1, 1],
  ["a colleague's", false, desk.RIGHTS, 0, 1],
  ['their own without the right to write', true, ['list', 'read'], 0, 0],
])('of notes, people may edit %s: %s', async (_, is_mine, rights, edits, fields) => {
  await drawOffice(
    '/applications/ada',
    answerTo(desk.me, () => ({ ...ME, rights: [...rights] })),
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, notes: [{ ...NOTE, id: 'other', is_mine }] })),
  );
  await expect.element(page.getByText('Called.', { exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Edit' }).elements()).toHaveLength(edits);
  expect(page.getByLabelText('New note').elements()).toHaveLength(fields);
});

test('notes stand beside the answers, in sight while these scroll', async () => {
  await page.viewport(1440, 900);
  await drawOffice(
    '/applications/ada',
    answerTo(desk.officeApplication, () => APPLICATION),
  );
  const notes = page.getByRole('heading', { name: 'Notes' });
  await expect.element(notes).toBeInViewport();
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect.element(notes).toBeInViewport();
});
