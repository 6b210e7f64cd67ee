import { partner } from '@partner';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawForm } from './draw-form.testing.tsx';

test('[VAL-37] a message as long as the certification takes two lines, and is whole for whoever hears or finds it', async () => {
  await drawForm({ page: 'final-steps', showErrors: true, summary: { attempt: 0, onNavigate: () => {} } });
  const link = page.getByRole('link', { name: partner.texts.certification, exact: true });
  await expect.element(link).toBeVisible();
  const [short] = page.getByRole('link', { name: 'First Name', exact: true }).elements();
  if (!short) throw new Error('The summary names what is missing.');
  const lineHeight = short.getBoundingClientRect().height;
  expect(link.element().getBoundingClientRect().height).toBeLessThan(3 * lineHeight);
});
