import type { ResponseOf } from '@firstyear/api-contract/call';
import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { answerTo, CHOICES, drawOffice } from '../app/draw-office.testing.tsx';

const NOTHING: ResponseOf<typeof desk.numbers> = {
  ...{ started: 0, submitted: 0, withdrawn: 0, by_day: [], by_checklist: [], by_term: [], by_state: [] },
  ...{ by_residence: [], by_school: [], by_language: [], by_stage: [], by_device: [], drafts_stop_at: [] },
  ...{ drafts_stop_after: [], documents_waiting: 0, mails_waiting: 0, mails_failed: 0 },
};
const open = (path: string, given: Partial<typeof NOTHING>) =>
  drawOffice(
    path,
    answerTo(desk.numbers, () => ({ ...NOTHING, ...given })),
  );
const rowsOf = (name: string) =>
  page
    .getByRole('region', { name })
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent);

test('numbers are named: what is not known, all others, no stage, and what the form no longer offers', async () => {
  const counted = ['2027-fall', '1999-fall', '', null].map((value) => ({ value, count: 1 }));
  await open('/numbers', {
    ...{ by_term: counted, by_stage: [{ value: '', count: 2 }] },
    ...{ by_checklist: [{ value: 'none', count: 1 }], by_device: [{ value: 'phone', count: 1 }] },
    drafts_stop_after: [{ value: 'gone', count: 1 }],
  });
  await expect.poll(() => rowsOf('By term')).toEqual(['Fall 2027', '1999-fall', 'Not known', 'All others']);
  expect(['By stage', 'By device', 'Last question answered'].flatMap(rowsOf)).toEqual(['None', 'Phone', 'gone']);
  expect(page.getByText('By checklist').query()).toBeNull();
  await expect.element(page.getByRole('region', { name: 'By day' }).getByText('Nothing to count yet.')).toBeVisible();
});

test.each([
  ['2026-10-21', 'October 21, 2026', 31, 31],
  ['2026-10-20', 'October 20, 2026', 32, 0],
])(
  'days without applications count none, and a chart that begins on %s has a point for each if they are few',
  async (begin, title, days, points) => {
    const counted = { submitted: 2, complete: 1 };
    await open('/numbers', {
      by_day: [
        { ...counted, started: 3, day: begin },
        { ...counted, started: 4, day: '2026-11-20' },
      ],
    });
    const name = `By day: ${title} to November 20, 2026, at most 4 on one day.`;
    await expect.element(page.getByRole('img', { name })).toBeVisible();
    const [, line] = document.querySelectorAll('polyline');
    const heights = line
      ?.getAttribute('points')
      ?.split(' ')
      .map((point) => Number(point.split(',')[1]));
    expect(heights).toEqual([60, ...Array.from({ length: days - 2 }, () => 120), 60]);
    expect(document.querySelectorAll('path[data-line=submitted]')).toHaveLength(points);
    await page.getByText('As a table').click();
    const rows = [...document.querySelectorAll('details tbody tr')].map(({ textContent }) => textContent);
    expect(rows).toEqual(['November 20, 2026421', `${title}321`]);
  },
);

test('a chart of a checklist or of stages is only where there are some; bars are as long as their counts, and none is said', async () => {
  const by_checklist = [
    { value: 'none', count: 1 },
    { value: 'to_check', count: 4 },
  ];
  await open('/numbers', { by_checklist });
  await expect.poll(() => rowsOf('By checklist')).toEqual(['Nothing needed', 'To check']);
  expect(page.getByText('By stage').query()).toBeNull();
  expect([...document.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'))).toEqual(['25', '100']);
  const none = (name: string) => page.getByRole('region', { name }).getByText('Nothing to count yet.').query();
  expect([none('By checklist') === null, none('By term') === null]).toEqual([true, false]);
  await expect.element(page.getByRole('region', { name: 'By device' }).getByText(/^What applications/)).toBeVisible();
});

test('numbers of a list say so and lead to those of all; a term alone is no list', async () => {
  const hint = page.getByText(/^Only the applications of the list that you came from/);
  await open('/numbers?term=2027-fall&sort=name', {});
  await expect.element(page.getByText('Test accounts are in no number.')).toBeVisible();
  expect(hint.query()).toBeNull();
  await cleanup();
  await open('/numbers?term=2027-fall&label=visit', {});
  await expect.element(hint).toBeVisible();
  await page.getByRole('link', { name: 'Count all' }).click();
  await expect.poll(() => hint.query()).toBeNull();
  const term = page.getByRole('combobox', { name: 'Term' });
  await expect.element(term).toHaveValue('2027-fall');
  await page.getByRole('link', { name: 'Numbers' }).click();
  await expect.element(term).toHaveValue('');
});

test('the numbers are of all terms or one, even of one that is no longer offered, and of what is chosen to count', async () => {
  const made = await drawOffice(
    '/numbers?term=1999-fall',
    answerTo(desk.numbers, () => ({
      ...{ ...NOTHING, started: 1200, submitted: 7, withdrawn: 3, mails_failed: 2 },
      by_day: [{ day: '2026-11-20', started: 1, submitted: 4, complete: 1 }],
    })),
    answerTo(desk.officeChoices, () => ({
      ...CHOICES,
      terms: [...CHOICES.terms, { value: '2028-spring', label: 'Spring 2028' }],
    })),
  );
  const term = page.getByRole('combobox', { name: 'Term' });
  const count = page.getByRole('combobox', { name: 'Count' });
  const offered = () => [...term.element().querySelectorAll('option')].map(({ textContent }) => textContent);
  const asked = () => made.map(({ to }) => to).findLast((to) => to.startsWith(`GET ${desk.numbers.path}`));
  await expect.poll(offered).toEqual(['All terms', '1999-fall', 'Fall 2027', 'Spring 2028']);
  const totals = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  const waiting = ['Documents being prepared0', 'Emails waiting0', 'Emails that failed2'];
  expect(totals).toEqual(['Started1,200', 'Submitted7', 'Withdrawn3', ...waiting]);
  const name = 'By day: November 7, 2026 to November 20, 2026, at most 4 on one day.';
  await expect.element(page.getByRole('img', { name })).toBeVisible();
  await term.selectOptions('Spring 2028');
  await expect.poll(asked).toMatch(/numbers[?]term=2028-spring$/);
  await expect.poll(offered).toEqual(['All terms', 'Fall 2027', 'Spring 2028']);
  await count.selectOptions('Started, with drafts and withdrawn');
  await expect.poll(asked).toMatch(/numbers[?]term=2028-spring&of=started$/);
  await term.selectOptions('All terms');
  await expect.poll(asked).toMatch(/numbers[?]of=started$/);
  await count.selectOptions('Submitted');
  await expect.poll(asked).toMatch(/numbers$/);
});
