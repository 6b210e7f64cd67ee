import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** A document of an applicant. */
const DOCUMENT = /\/office\/api\/applications\/[^/]+\/documents\//;

/** The violations that axe finds, one line each. Frames are left out: they show documents in the browser's own viewer. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const frames = page.frames().filter((frame) => frame.parentFrame() && /^https?:/.test(frame.url()));
  expect(frames.filter((frame) => !DOCUMENT.test(frame.url()))).toEqual([]);
  // Loading its half megabyte takes as long as the rules on a small page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (values) => {
    if (!window.axe) throw new Error('axe is not loaded.');
    const { violations } = await window.axe.run(document, {
      iframes: false,
      // On a page of 200 questions describing the passes takes longer than the rules.
      resultTypes: ['violations'],
      ...(values && { runOnly: { type: 'rule', values: [...values] } }),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id}: ${target.join(' ')} ${failureSummary?.split('\n').slice(1).join(' ') ?? ''}`,
      ),
    );
  }, rules);
}
