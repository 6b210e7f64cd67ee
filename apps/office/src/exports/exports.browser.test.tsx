import * as desk from '@firstyear/api-contract/desk';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerTo, drawOffice, ME } from '../app/draw-office.testing.tsx';

const counted = answerTo(desk.previewExport, () => ({ count: 3, previewed: 'as counted' }));
const started = answerTo(desk.startExport, () => ({ id: '1' }));

test('an export is of the list and in the format that a link chose, or of all; without a receiver it stays here', async () => {
  const made = await drawOffice('/exports?q=ada&format=packets', counted, started);
  const sent = () => made.flatMap(({ to, payload }) => (to === `POST ${desk.startExport.path}` ? [payload] : []));
  const start = page.getByRole('button', { name: 'Start the export' });
  await expect.element(page.getByLabelText('Which applications')).toHaveValue('list');
  await start.click();
  await expect.element(page.getByText('Please say what it is for.')).toBeVisible();
  expect(sent()).toEqual([]);
  await page.getByLabelText('What is it for?').fill(' for the committee ');
  await expect.poll(() => page.getByText('Please say what it is for.').query()).toBeNull();
  await start.click();
  const asked = { format: 'packets', since_last: false, previewed: 'as counted', purpose: 'for the committee' };
  await expect.poll(sent).toEqual([{ ...asked, filter: { q: 'ada' }, receiver: null }]);
  await expect.element(page.getByLabelText('What is it for?')).toHaveValue('');
  await expect.element(page.getByText('The export has started. It appears below.')).toBeVisible();
  await expect.poll(() => made.filter(({ to }) => to === `GET ${desk.exportsList.path}`)).toHaveLength(2);
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
  await expect.element(page.getByText('There are no exports yet.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Start the export' }).query()).toBeNull();
});

test('an export says how far it is, and is downloaded while it is kept', async () => {
  const one = (state: desk.OfficeExport['state'], href: string | null): desk.OfficeExport => ({
    ...{ id: `${state} ${href}`, format: 'packets', state, by: 'Grace', purpose: 'for us', receiver: 'the registrar' },
    ...{ asked_at: '2026-11-20T12:00:00Z', done_at: null, rows: href === null ? null : 1200, done: 1200, href },
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
  expect([...document.querySelectorAll('td[data-label=Rows]')].map(({ textContent }) => textContent)).toEqual([
    ...['', '', '', '', '1,200'],
  ]);
  expect(page.getByText('There are no exports yet.').query()).toBeNull();
  const announced = [...document.querySelectorAll('tbody [role=status]')].map(({ textContent }) => textContent);
  expect(announced).toEqual(['Running, 1,200 so far']);
});

test('exports are read again as long as one of them is not done', async () => {
  const states: desk.OfficeExport['state'][] = ['waiting', 'running', 'done'];
  let reads = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  await drawOffice(
    '/exports',
    counted,
    answerTo(desk.exportsList, () => ({
      exports: ['done' as const, states[reads++] ?? 'failed'].map((state, id) => ({
        ...{ id: `${id}`, format: 'packets' as const, state, by: 'Grace', purpose: 'for us', receiver: null },
        ...{ asked_at: '2026-11-20T12:00:00Z', done_at: null, rows: null, done: 7, href: null },
      })),
    })),
  );
  for (const text of ['Waiting', 'Running, 7 so far', 'No longer kept', 'No longer kept']) {
    await expect.poll(() => document.querySelector('tbody tr:last-child td:last-child')?.textContent).toBe(text);
    await vi.advanceTimersByTimeAsync(2_000);
  }
  expect(reads).toBe(3);
  expect(document.querySelector('td[data-label=Purpose]')?.textContent).toBe('for us');
});

test('an export that is refused says why, and keeps what was typed', async () => {
  await drawOffice('/exports', counted, ({ to }) =>
    to === `POST ${desk.startExport.path}` ? Response.json({ message: 'Too many.' }, { status: 400 }) : undefined,
  );
  await page.getByLabelText('What is it for?').fill('for the committee');
  await page.getByRole('button', { name: 'Start the export' }).click();
  await expect.element(page.getByLabelText('What is it for?')).toHaveAccessibleDescription(/Too many[.]/);
  await expect.element(page.getByLabelText('What is it for?')).toHaveValue('for the committee');
});

test('the columns of a heading are taken and left at once where it has several, and only in a workbook', async () => {
  const column = (id: string, is_usual: boolean) => ({ id, title: `Column ${id}`, is_usual });
  const groups = [
    { title: 'Your name', columns: [column('a', true), column('b', false)] },
    { title: 'Your school', columns: [column('c', false)] },
  ];
  await drawOffice(
    '/exports',
    counted,
    answerTo(desk.exportColumns, () => ({ groups })),
  );
  await page.getByText('Columns: 1 of 3').click();
  expect(page.getByLabelText('Which applications').query()).toBeNull();
  await expect.element(page.getByLabelText('What is it for?')).not.toHaveAttribute('aria-invalid');
  expect(page.getByRole('button', { name: 'Back to the usual columns' }).query()).toBeNull();
  await page.getByText('Your name: 1 of 2').click();
  await page.getByText('Your school: 0 of 1').click();
  const all = page.getByRole('checkbox', { name: 'All of these' });
  await expect.element(all).not.toBeChecked();
  await all.click();
  await expect.element(page.getByRole('checkbox', { name: 'Column b' })).toBeChecked();
  await expect.element(page.getByText('Columns: 2 of 3')).toBeVisible();
  await all.click();
  await expect.element(page.getByText('Columns: 0 of 3')).toBeVisible();
  await page.getByLabelText('Format').selectOptions('For a system: CSV, exact values');
  await expect.poll(() => page.getByText('Columns: 0 of 3').query()).toBeNull();
});
