import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { control, drawForm, optionsIn } from './draw-form.testing.tsx';

test('[WIDGET-03, DATA-27] month and year are two selects under one label, with twelve months', async () => {
  const { answers } = await drawForm({ page: 'education' });
  const [month, year] = [control('grad_month'), control('grad_year')];
  expect(month.closest('fieldset')).toBe(year.closest('fieldset'));
  expect(month.closest('fieldset')?.querySelector('legend')?.textContent).toContain('Expected Graduation Date');
  expect(optionsIn('grad_month').map(([value]) => value)).toEqual(
    Array.from({ length: 12 }, (_, at) => String(at + 1)),
  );
  await userEvent.selectOptions(month, '5');
  await userEvent.selectOptions(year, '2027');
  expect(answers()).toMatchObject({ grad_month: '5', grad_month_desc: 'May', grad_year: '2027' });
});

test.each([
  ['sat', 'When did you take the SAT?'],
  ['act', 'When did you take the ACT?'],
  ['toefl', 'When did you take the TOEFL?'],
])('[WIDGET-03] the date of the %s too is two selects under one label', async (name, label) => {
  await drawForm({ page: 'education', answers: { [`${name}_taken`]: 'yes' } });
  const pair = ['month', 'year'].map((part) => control(`${name}_test_${part}`));
  for (const select of pair) {
    expect(select).toBeInstanceOf(HTMLSelectElement);
    expect(select.closest('fieldset')?.querySelector('legend')?.textContent).toContain(label);
  }
  expect(new Set(pair.map((select) => select.closest('fieldset'))).size).toBe(1);
});
