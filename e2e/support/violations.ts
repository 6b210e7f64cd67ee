import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** A document of an applicant. */
const DOCUMENT = /\/office\/api\/applications\/[^/]+\/documents\//;

/**
 * What axe finds, short enough to read in a report. What passes is not described: on a page of 200 questions that takes
 * longer than all rules. Legacy mode reads one document, and there is no other but what the browser's own viewer shows.
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const frames = page.frames().filter((frame) => frame.parentFrame() && /^https?:/.test(frame.url()));
  expect(frames.filter((frame) => !DOCUMENT.test(frame.url()))).toEqual([]);
  // Reading the half megabyte of axe again takes as long as a small page's rules.
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
