import { check, phone } from '@firstyear/form-engine';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { control, drawForm, smallForm, valueIn } from '../draw-form.testing.tsx';

test('[WIDGET-02] the cell phone has a shape and the check box for text messages, the home phone no check box', async () => {
  const { answers } = await drawForm();
  await userEvent.type(control('phone_mobile'), '2125');
  expect(valueIn('phone_mobile')).toBe('(212) 5');
  await userEvent.type(control('phone_mobile'), '550123');
  expect(answers().phone_mobile).toBe('(212) 555-0123');
  await userEvent.click(control('optin_sms_ind'));
  expect(answers().optin_sms_ind).toBe(true);
  expect(control('phone_home').closest('div')?.querySelector('input[type=checkbox]')).toBeNull();
});

test('[VAL-46] letters are left out', async () => {
  await drawForm({ form: smallForm([phone({ key: 'number', label: 'Number' })]) });
  await userEvent.type(control('number'), 'a123b4567890');
  expect(valueIn('number')).toBe('(123) 456-7890');
});

test('a digit in the middle leaves the caret after it, and deleting works across separators', async () => {
  await drawForm({ form: smallForm([phone({ key: 'number', label: 'Number' })]) });
  const input = control('number');
  if (!(input instanceof HTMLInputElement)) throw new Error('The phone is no input.');
  await userEvent.type(input, '212555013');
  input.setSelectionRange(3, 3);
  await userEvent.keyboard('9');
  expect([input.value, input.selectionStart]).toEqual(['(219) 255-5013', 4]);
  await userEvent.keyboard('{Backspace}');
  expect([input.value, input.selectionStart]).toEqual(['(212) 555-013', 3]);
  input.setSelectionRange(6, 6);
  await userEvent.keyboard('{Backspace}');
  expect(input.value).toBe('(215) 550-13');
});

test('a number that is pasted with its country code is the same number', async () => {
  await drawForm({
    form: smallForm([phone({ key: 'number', label: 'Number' })]),
  });
  control('number').focus();
  document.execCommand('insertText', false, '+1 212-555-0123');
  expect(valueIn('number')).toBe('(212) 555-0123');
});

test('on paper a phone is its number, and the check box beside it', async () => {
  const { container } = await drawForm({
    isRead: true,
    form: smallForm([phone({ key: 'number', label: 'Number', optIn: check({ key: 'texts', label: 'Texts' }) })]),
    answers: { number: '(212) 555-0123', texts: true },
  });
  expect([...container.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
    'Number',
    '(212) 555-0123',
    '[X] Texts',
  ]);
});
