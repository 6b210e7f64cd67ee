import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** A document of an applicant. */
const DOCUMENT = /\/office\/api\/applications\/[^/]+\/documents\//;

/**
 * The violations that axe finds, one line each. Passes are left out: on a page of 200 questions describing them takes longer
 * than the rules. Legacy mode reads one document; the only frames show documents in the browser's own viewer.
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const frames = page.frames().filter((frame) => frame.parentFrame() && /^https?:/.test(frame.url()));
  expect(frames.filter((frame) => !DOCUMENT.test(frame.url()))).toEqual([]);
  // Loading the half megabyte of axe again takes as long as the rules on a small page.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  if (rules) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n').slice(1).join(' ') ?? ''}`),
  );
}
