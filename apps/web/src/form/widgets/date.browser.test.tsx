import { date } from '@firstyear/form-engine';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm, smallForm, valueIn } from '../draw-form.testing.tsx';

test('[WIDGET-01, DATA-24] a date takes a day', async () => {
  const { answers } = await drawForm({ form: smallForm([date({ key: 'day', label: 'Day' })]) });
  await page.getByLabelText('Day').fill('2008-05-17');
  expect(answers()).toMatchObject({ day: '2008-05-17' });
  expect(control('day')).toHaveProperty('type', 'date');
});

test('[VAL-66] a date that breaks its rules clears the stored answer and stays in the input', async () => {
  const { answers, redraw } = await drawForm({ answers: { birth_date: '2008-05-17' } });
  await page.getByLabelText('Date of Birth').fill('2021-05-17');
  expect(answers().birth_date).toBe('');
  expect(valueIn('birth_date')).toBe('2021-05-17');
  await redraw({ showErrors: true });
  expect(control('birth_date-error').textContent).toBe('Error: You must be 13 years or older to apply.');
});

test('typed key by key, the date arrives whole', async () => {
  const { answers } = await drawForm();
  control('birth_date').focus();
  await userEvent.keyboard('05172008');
  expect(answers().birth_date).toBe('2008-05-17');
});

test('a year of two digits becomes the year that people mean, once the date is left', async () => {
  const { answers } = await drawForm();
  control('birth_date').focus();
  await userEvent.keyboard('05170008');
  expect(valueIn('birth_date')).toBe('0008-05-17');
  control('birth_date').blur();
  await expect.poll(() => answers().birth_date).toBe('2008-05-17');
  expect(valueIn('birth_date')).toBe('2008-05-17');
});

test("a day that doesn't exist keeps its parts and is reported as not valid", async () => {
  const { answers } = await drawForm({ showErrors: true });
  control('birth_date').focus();
  await userEvent.keyboard('02312008');
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  expect(answers().birth_date ?? '').toBe('');
  const input = control('birth_date');
  expect(input instanceof HTMLInputElement && input.validity.badInput).toBe(true);
  await expect.element(page.getByText('A valid date of birth is required.')).toBeVisible();
});

test('on paper a date is the day as people write it', async () => {
  const { container } = await drawForm({
    isRead: true,
    form: smallForm([date({ key: 'day', label: 'Day' })]),
    answers: { day: '2008-05-04' },
  });
  expect([...container.querySelectorAll('p')].map((line) => line.textContent)).toEqual(['Day', 'May 4, 2008']);
});
