import { check } from '@firstyear/form-engine';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm, smallForm } from '../draw-form.testing.tsx';

test('[WIDGET-05] a single check is a check box outside of any group', async () => {
  const last = await drawForm({ page: 'final-steps' });
  const agree = control('legal_agree');
  expect(agree).toHaveProperty('type', 'checkbox');
  expect(agree.closest('fieldset')).toBeNull();
  await userEvent.click(agree);
  expect(last.answers().legal_agree).toBe(true);
});

test('[DATA-08] a single check is true, then false', async () => {
  const { answers } = await drawForm({ form: smallForm([check({ key: 'agreed', label: 'Agreed' })]) });
  expect(answers().agreed ?? '').toBe('');
  await page.getByLabelText('Agreed').click();
  expect(answers().agreed).toBe(true);
  await page.getByLabelText('Agreed').click();
  expect(answers().agreed).toBe(false);
});

test('[WIDGET-19] on paper checks read [X] or [ ]', async () => {
  const { container } = await drawForm({
    isRead: true,
    form: smallForm([check({ key: 'agreed', label: 'Agreed' }), check({ key: 'other', label: 'Other' })]),
    answers: { agreed: true, other: false },
  });
  expect([...container.querySelectorAll('p')].map((line) => line.textContent)).toEqual(['[X] Agreed', '[ ] Other']);
});
