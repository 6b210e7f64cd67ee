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
