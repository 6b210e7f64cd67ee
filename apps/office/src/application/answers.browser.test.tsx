import { indexForm } from '@firstyear/form-engine';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AnswerPages, answersOf } from './answers.tsx';

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
