import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerTo, drawOffice, ME } from '../app/draw-office.testing.tsx';

const counted = answerTo(desk.previewExport, () => ({ count: 3, previewed: 'as counted' }));
const started = answerTo(desk.startExport, () => ({ id: '1' }));

test('an export is of the list and in the format that a link chose, or of all; without a receiver it stays here', async () => {
  const made = await drawOffice('/exports?q=ada&format=packets', counted, started);
  const sent = () => made.flatMap(({ to, payload }) => (to === `POST ${desk.startExport.path}` ? [payload] : []));
  const start = page.getByRole('button', { name: 'Start the export' });
  await start.click();
  await expect.element(page.getByText('Please say what it is for.')).toBeVisible();
  expect(sent()).toEqual([]);
  await page.getByLabelText('What is it for?').fill(' for the committee ');
  await start.click();
  const asked = { format: 'packets', since_last: false, previewed: 'as counted', purpose: 'for the committee' };
  await expect.poll(sent).toEqual([{ ...asked, filter: { q: 'ada' }, receiver: null }]);
  await page.getByLabelText('Which applications').selectOptions('All submitted applications');
  await page.getByLabelText('What is it for?').fill('for the committee');
  await page.getByLabelText('Who gets it, if not the office itself').fill(' the registrar ');
  await start.click();
  await expect
    .poll(() => sent().at(1))
    .toEqual({ ...asked, filter: { status: 'submitted' }, receiver: 'the registrar' });
});

test('who may not export sees no form for a new one', async () => {
  const rights: desk.Right[] = ['list', 'staff'];
  await drawOffice(
    '/exports',
    answerTo(desk.me, () => ({ ...ME, rights })),
  );
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.getByRole('button', { name: 'Start the export' }).query()).toBeNull();
});

test('an export says how far it is, and is downloaded while it is kept', async () => {
  const one = (state: desk.OfficeExport['state'], href: string | null): desk.OfficeExport => ({
    ...{ id: `${state} ${href}`, format: 'packets', state, by: 'Grace', purpose: 'for us', receiver: 'the registrar' },
    ...{ asked_at: '2026-11-20T12:00:00Z', done_at: null, rows: null, done: 1200, href },
  });
  const exports = [
    one('waiting', null),
    one('running', null),
    one('failed', null),
    one('done', null),
    one('done', '/x'),
  ];
  await drawOffice(
    '/exports',
    counted,
    answerTo(desk.exportsList, () => ({ exports })),
  );
  const states = () => [...document.querySelectorAll('tbody td:last-child')].map(({ textContent }) => textContent);
  await expect
    .poll(states)
    .toEqual(['Waiting', 'Running, 1,200 so far', 'Failed. Please start it again.', 'No longer kept', 'Download']);
  await expect.element(page.getByText('for us · the registrar').first()).toBeVisible();
  const announced = [...document.querySelectorAll('tbody [role=status]')].map(({ textContent }) => textContent);
  expect(announced).toEqual(['Running, 1,200 so far']);
});
