import { lookup } from '@firstyear/form-engine';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { scriptNetwork } from '../../scripted-network.testing.ts';
import { control, drawForm, smallForm, valueIn } from '../draw-form.testing.tsx';

test('[D22] on paper a question may be called by another name than on the screen, where its label says what to do', async () => {
  const form = smallForm([
    lookup({ key: 'school', label: 'Search for Your School', paperLabel: 'School', category: 'hs_ceeb', fills: {} }),
  ]);
  const { container, redraw } = await drawForm({ form, answers: { school: 'Sampleton High School' } });
  expect(container.textContent).toContain('Search for Your School');
  await redraw({ isRead: true });
  const lines = [...container.querySelectorAll('p')].map((line) => line.textContent);
  expect(lines).toEqual(['School', 'Sampleton High School']);
});

const school = smallForm([lookup({ key: 'school', label: 'School', category: 'hs_ceeb', fills: { name: 'school' } })]);

test('the browser offers to fill in what the question names, and nothing else', async () => {
  // Before the list of suggestions is loaded, by the first focus.
  const own = { key: 'home', label: 'Home', category: 'hs_ceeb', fills: {}, autocomplete: 'address-line1' } as const;
  await drawForm({ form: smallForm([...school.fields.map(({ question }) => question), lookup(own)]) });
  const offered = ['school', 'home'].map((key) => control(key).getAttribute('autocomplete'));
  expect(offered).toEqual(['off', 'address-line1']);
});

test('typed text is the answer, with or without suggestions, and never cut', async () => {
  scriptNetwork(() => [503, {}]);
  const { answers } = await drawForm({ form: school });
  await userEvent.type(control('school'), `Sampleton ${'x'.repeat(50)}`);
  expect(answers().school).toBe(`Sampleton ${'x'.repeat(50)}`);
  expect(valueIn('school')).toBe(answers().school);
});

test('on paper it is the line as it was typed or chosen', async () => {
  const { container } = await drawForm({
    isRead: true,
    form: school,
    answers: { school: 'Sampleton High School' },
  });
  expect(container.querySelector('input')).toBeNull();
  const lines = [...container.querySelectorAll('p')].map((line) => line.textContent);
  expect(lines).toEqual(['School', 'Sampleton High School']);
});
