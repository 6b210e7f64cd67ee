import { partner } from '@partner';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawForm } from './draw-form.testing.tsx';

test('[VAL-37] a message as long as the certification is shown by its beginning, and whole for whoever hears or finds it', async () => {
  await drawForm({ page: 'final-steps', showErrors: true, summary: { attempt: 0, onNavigate: () => {} } });
  const link = page.getByRole('link', { name: partner.texts.certification, exact: true });
  await expect.element(link).toBeVisible();
  expect(link.element().textContent).toBe(partner.texts.certification);
  const [shown] = link.element().children;
  expect(shown?.textContent).toBe(
    'I hereby certify that all information provided in my application is accurate and complete',
  );
});
