import * as desk from '@firstyear/api-contract/desk';
import { indexForm } from '@firstyear/form-engine';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { APPLICATION, answerTo, drawOffice } from '../app/draw-office.testing.tsx';
import { AnswerPages, answersOf, submissionsOf } from './answers.tsx';

const question = (key: string, label: string) => ({ kind: 'text', key, label, sealed: true }) as const;
const today = indexForm(
  {
    pages: [
      {
        id: 'about',
        title: 'About you',
        navLabel: 'About you',
        items: [
          {
            kind: 'section',
            id: 'numbers',
            title: 'Numbers',
            items: [question('visa', 'Visa number'), question('id', 'Id')],
          },
          {
            kind: 'section',
            id: 'plans',
            title: 'Plans',
            items: [
              {
                kind: 'radio',
                key: 'aid',
                label: 'Will you ask for aid?',
                options: [
                  { value: 'yes', label: 'Yes' },
                  { value: 'no', label: 'No' },
                ],
              },
            ],
          },
        ],
      },
    ],
    roles: {},
  },
  formKinds.in(ENGLISH),
);

test('among the answers, a sealed one says that it is sealed, and one that was not given does not', async () => {
  const sent = { answers: { aid: 'no' }, tabs: {}, add_another: {} };
  const sealed = { keys: ['visa'], text: 'Answered, and sealed' };
  await render(<AnswerPages read={answersOf(sent, { documents: {}, sealed, today })} />);
  await expect.element(page.getByText('Answered, and sealed')).toBeVisible();
  expect(page.getByText('Answered, and sealed').elements()).toHaveLength(1);
  await expect.element(page.getByText('—')).toBeVisible();
});

test('a choice is read as the words that were chosen, without marks, below headings in order', async () => {
  const sent = { answers: { aid: 'yes' }, tabs: {}, add_another: {} };
  await render(<AnswerPages read={answersOf(sent, { documents: {}, sealed: undefined, today })} />);
  await expect.element(page.getByText('Yes', { exact: true })).toBeVisible();
  expect(page.getByText(/\[|\]|^No$/).elements()).toHaveLength(0);
  expect(
    page
      .getByRole('heading')
      .elements()
      .map(({ tagName }) => tagName),
  ).toEqual(['H2', 'H3', 'H3']);
});

const headings = (level: number) =>
  page
    .getByRole('heading', { level })
    .elements()
    .map(({ textContent }) => textContent);

test('a submission is read under all pages of the form that it was sent with, not of today', async () => {
  const [past, pages] = [{ ...today.pages[0], navLabel: 'Past' }, ['First page', 'Second page']];
  const form = { pages: pages.map((title, place) => ({ ...past, id: `p${place}`, title, items: [] })), roles: {} };
  const sent = { answers: {}, tabs: {}, add_another: {}, form };
  await render(<AnswerPages read={answersOf(sent, { documents: {}, sealed: undefined, today })} />);
  await expect.element(page.getByRole('heading', { name: 'Second page' })).toBeVisible();
  expect(headings(2)).toEqual(pages);
});

test('each earlier submission is read beside the one that followed it, and as sealed where it was', () => {
  const at = { submitted_at: '2026-11-02T10:00:00Z', reopened_at: '2026-11-05T10:00:00Z' };
  const first = { ...at, answers: { aid: 'yes' }, tabs: {}, add_another: {}, documents: {} };
  const second = { ...first, answers: { aid: 'no' }, sealed_keys: ['visa'] };
  const read = answersOf({ ...first, answers: {} }, { documents: {}, sealed: undefined, today });
  const { changes } = submissionsOf(read, [first, second], { today, sealedText: 'Sealed' });
  expect(changes.map(({ older, newer }) => [older.answers.aid, newer.answers.aid])).toEqual([
    ['yes', 'no'],
    ['no', undefined],
  ]);
  expect(changes.map(({ older }) => older.sealed?.keys)).toEqual([[], ['visa']]);
});

test('of earlier submissions, each says how it ended; open, it has its pages, and a table of what was corrected', async () => {
  const reopened = {
    ...{ answers: { first_name: 'Ann' }, tabs: {}, add_another: {}, documents: {} },
    ...{ submitted_at: '2026-11-02T10:00:00Z', reopened_at: '2026-11-03T10:00:00Z' },
  };
  const corrected = {
    ...{ ...reopened, answers: { first_name: 'Jon' }, changed_keys: ['first_name', 'middle_name'] },
    ...{ submitted_at: '2026-11-04T10:00:00Z', reopened_at: '2026-11-05T10:00:00Z' },
  };
  await drawOffice(
    '/applications/ada',
    answerTo(desk.officeApplication, () => ({
      ...{ ...APPLICATION, answers: { first_name: 'John', middle_name: 'Q' } },
      earlier_submissions: [reopened, corrected],
    })),
  );
  const earlier = page.getByRole('region', { name: 'Earlier submissions' });
  const [first, second] = [
    earlier.getByText(/^Submitted November 2, .*, reopened November 3, /),
    earlier.getByText(/^Submitted November 4, .*, corrected November 5, /),
  ];
  await expect.element(first).toBeVisible();
  expect(earlier.getByText(/^(Ann|Jon)$/).elements()).toEqual([]);
  await first.click();
  await expect.element(earlier.getByText('Ann', { exact: true })).toBeVisible();
  const titles = page.getByRole('heading', { level: 2 }).elements();
  const pages = titles.filter(({ id }) => id.startsWith('page-')).map(({ textContent }) => textContent);
  expect(headings(3).slice(-pages.length)).toEqual(pages);
  expect(earlier.getByText('Corrected', { exact: true }).query()).toBeNull();
  await second.click();
  await expect.element(earlier.getByRole('row', { name: 'First Name Jon John' })).toBeVisible();
  await expect.element(earlier.getByRole('row', { name: 'Middle Name — Q' })).toBeVisible();
});
