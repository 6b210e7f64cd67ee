import { select } from '@firstyear/form-engine';
import { freshman } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { control, drawForm, optionsIn, smallForm, valueIn } from '../draw-form.testing.tsx';

test('[DATA-25] the countries begin with the United States', async () => {
  await drawForm();
  expect(optionsIn('country')[0]).toEqual(['USA', 'United States']);
});

test('[DATA-26] the country of citizenship leaves out the United States and no other', async () => {
  await drawForm({ answers: { citizenship_type: 'other_country' } });
  const withUsa = optionsIn('country').map(([value]) => value);
  const without = optionsIn('citizenship').map(([value]) => value);
  expect(withUsa.filter((value) => value !== 'USA')).toEqual(without);
});

test('[DATA-29] graduation years run into the future, test years into the past, and follow the clock', async () => {
  const yearsAt = async (clock: Date) => {
    const { screen } = await drawForm({ page: 'education', answers: { sat_taken: 'yes' }, clock: () => clock });
    const years = [optionsIn('grad_year'), optionsIn('sat_test_year')].map((list) =>
      list.map(([value]) => Number(value)),
    );
    await screen.unmount();
    return years;
  };
  const [future = [], past = []] = await yearsAt(new Date('2026-11-20T12:00:00'));
  expect(Math.max(...future)).toBeGreaterThan(2026);
  expect(past).toEqual(Array.from({ length: freshman.year_counts.test }, (_, at) => 2026 - at));
  const [laterFuture = [], laterPast = []] = await yearsAt(new Date('2027-11-20T12:00:00'));
  expect(laterFuture).toEqual(future.map((year) => year + 1));
  expect(laterPast).toEqual(past.map((year) => year + 1));
});

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
