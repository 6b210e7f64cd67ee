import { select } from '@firstyear/form-engine';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { control, drawForm, smallForm, valueIn } from '../draw-form.testing.tsx';

test('an optional choice can be cleared', async () => {
  const { answers } = await drawForm();
  await userEvent.selectOptions(control('applied_major'), 'biology');
  await userEvent.selectOptions(control('applied_major'), '');
  expect(answers()).toMatchObject({ applied_major: '', applied_major_desc: '' });
});

test('a stored choice that is no longer offered stays visible', async () => {
  await drawForm({
    form: smallForm([select({ key: 'term', label: 'Term', options: [{ value: 'b', label: 'B' }] })]),
    answers: { term: 'gone' },
  });
  expect(valueIn('term')).toBe('gone');
});

test('on paper it is the label that was chosen, also one that is no longer offered', async () => {
  const form = smallForm([
    select({ key: 'term', label: 'Term', options: [{ value: 'b', label: 'Fall' }] }),
    select({ key: 'other', label: 'Other', options: [{ value: 'b', label: 'B' }] }),
  ]);
  const answers = { term: 'b', other: 'gone', other_desc: 'Gone' };
  const { container } = await drawForm({ isRead: true, form, answers });
  expect([...container.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
    'Term',
    'Fall',
    'Other',
    'Gone',
  ]);
});
