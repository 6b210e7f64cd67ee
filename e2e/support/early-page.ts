import { expect, type Page } from '@playwright/test';

/** Holds every script back until released, as a slow network does. */
export async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Opens a page that has everything but its scripts. */
export async function openEarly(page: Page, path: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  return release;
}

/** What the tab keeps of the visitor's answers. */
export async function keptAnswers(page: Page): Promise<Record<string, unknown>> {
  const kept: { answers?: Record<string, { value: unknown }>; drafts?: Record<string, unknown> } = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('firstyear.visitor-answers') ?? '{}'),
  );
  const answers = Object.entries(kept.answers ?? {}).map(([key, { value }]) => [key, value] as const);
  return { ...Object.fromEntries(answers), ...kept.drafts };
}
