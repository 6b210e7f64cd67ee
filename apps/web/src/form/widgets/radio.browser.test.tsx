import { radio } from '@firstyear/form-engine';
import { collectTakes } from '@firstyear/ui/found-input.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm, smallForm } from '../draw-form.testing.tsx';

test('[WIDGET-05] radios are a group with one name, and one of them can be chosen by mouse and by keys', async () => {
  const education = await drawForm({ page: 'education' });
  const taken = page.getByRole('radiogroup', { name: /Have you taken the SAT/ });
  await taken.getByRole('radio', { name: 'No' }).click();
  expect(education.answers()).toMatchObject({ sat_taken: 'no', sat_taken_desc: 'No' });
  await education.screen.unmount();
  const { answers } = await drawForm();
  const aid = page.getByRole('radiogroup', { name: /financial aid/ });
  await aid.getByLabelText('Yes').click();
  expect(answers()).toMatchObject({ financial_aid: 'yes', financial_aid_desc: 'Yes' });
  control('financial_aid').focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(answers().financial_aid).toBe('no');
});

test('a radio that was found unchecked on a prerendered page is not chosen', async () => {
  const { takes, stop } = collectTakes();
  const { answers } = await drawForm();
  stop();
  const first = control('financial_aid');
  expect(takes.has(first.id)).toBe(true);
  if (first instanceof HTMLInputElement) takes.get(first.id)?.(first);
  expect(answers().financial_aid ?? '').toBe('');
});

test('an optional answer can be cleared, and nothing moves', async () => {
  const { answers } = await drawForm({ page: 'education', answers: { toefl_taken: '' } });
  const clear = () => page.getByRole('button', { name: 'Clear: Have you taken the TOEFL?' });
  expect(clear().query()).toBeNull();
  const layout = () => {
    const { width, height } = control('toefl_taken').getBoundingClientRect();
    return [width, height, document.documentElement.scrollHeight];
  };
  const before = layout();
  await page
    .getByRole('radiogroup', { name: /taken the TOEFL/ })
    .getByLabelText('No', { exact: true })
    .click();
  expect(layout()).toEqual(before);
  control('toefl_taken-no').focus();
  await userEvent.tab();
  expect(document.activeElement).toBe(clear().element());
  await userEvent.keyboard('{Enter}');
  expect(answers()).toMatchObject({ toefl_taken: '', toefl_taken_desc: '' });
  expect(document.activeElement?.id).toBe('toefl_taken');
  expect(page.getByRole('button', { name: /taken the SAT/ }).query()).toBeNull();
});

test('[DATA-07] choosing a gender stores the label that is shown', async () => {
  const { answers } = await drawForm();
  await page.getByLabelText('Female', { exact: true }).click();
  expect(answers()).toMatchObject({ gender: 'female', gender_desc: 'Female' });
});

test('[WIDGET-19] on paper radios read [X] or [ ]', async () => {
  const options = [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ];
  const { container } = await drawForm({
    isRead: true,
    form: smallForm([radio({ key: 'taken', label: 'Taken?', options })]),
    answers: { taken: 'no' },
  });
  expect([...container.querySelectorAll('p')].map((line) => line.textContent)).toEqual(['Taken?', '[ ] Yes', '[X] No']);
});
