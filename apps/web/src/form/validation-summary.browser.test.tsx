import { freshman } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawForm } from './draw-form.testing.tsx';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';

test('[VAL-37] a message as long as the certification is shown by its beginning, and whole to screen readers and page search', async () => {
  await drawForm({ page: 'final-steps', showErrors: true, summary: { attempt: 0, onNavigate: () => {} } });
  const link = page.getByRole('link', { name: freshman.texts.certification, exact: true });
  await expect.element(link).toBeVisible();
  expect(link.element().textContent).toBe(freshman.texts.certification);
  const [shown] = link.element().children;
  expect(shown?.textContent).toBe(
    'I hereby certify that all information provided in my application is accurate and complete',
  );
});

for (const [width, height] of [
  [360, 740],
  [1280, 720],
] as const) {
  test(`[LAYOUT-16, LAYOUT-17] a refused submission shows the summary from its heading on at ${width} x ${height}`, async () => {
    await page.viewport(width, height);
    const summary = (attempt: number) => ({ attempt, onNavigate: () => {} });
    const { redraw } = await drawForm({ page: 'about', showErrors: true, summary: summary(0) });
    const box = page.getByRole('region', { name: "We're missing some information!" }).element();
    expect(box.getBoundingClientRect().height).toBeGreaterThan(height);
    window.scrollTo(0, document.documentElement.scrollHeight);
    await redraw({ page: 'about', showErrors: true, summary: summary(1) });
    await expect.element(box).toHaveFocus();
    const heading = page
      .getByRole('heading', { name: "We're missing some information!" })
      .element()
      .getBoundingClientRect();
    expect(heading.top).toBeGreaterThanOrEqual(0);
    expect(heading.bottom).toBeLessThan(height / 2);
  });
}
