import { password } from '@firstyear/form-engine';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { control, drawForm, smallForm } from '../draw-form.testing.tsx';

const secret = smallForm([password({ key: 'secret', label: 'Secret' })]);

test('[WIDGET-01, DATA-24] a password takes a value and hides it', async () => {
  const { answers } = await drawForm({ form: secret });
  await page.getByLabelText('Secret').fill('a secret');
  expect(answers()).toMatchObject({ secret: 'a secret' });
  expect(control('secret')).toHaveProperty('type', 'password');
});

test('[WIDGET-15] on paper a password is dots and cannot be edited', async () => {
  const { container } = await drawForm({ isRead: true, form: secret, answers: { secret: 'abracadabra' } });
  expect(container.querySelector('input')).toBeNull();
  expect(container.textContent.match(/•{8}/g)).toHaveLength(1);
  expect(container.textContent).not.toContain('abracadabra');
});
