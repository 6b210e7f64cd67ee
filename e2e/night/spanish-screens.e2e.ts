import { expect, test } from '@playwright/test';
import { findEnglishOn } from '../support/languages.ts';
import { findLayoutProblems } from '../support/measure.ts';
import { DRAWN_ONLY, isForApplicants, onScreen, SCREENS } from '../support/screens.ts';
import { findViolations } from '../support/violations.ts';

for (const screen of [...SCREENS, ...DRAWN_ONLY].filter(isForApplicants)) {
  test(`${screen.name} is in Spanish to the last word, accessible, and holds at the widest and the narrowest`, async ({
    browser,
  }) => {
    await onScreen(browser, screen, 'es', async (page) => {
      await expect(page.locator('html')).toHaveAttribute('lang', 'es');
      expect.soft(await findEnglishOn(page)).toEqual([]);
      expect.soft(await findViolations(page)).toEqual([]);
      // Longer texts are measured at every width: pseudo-screens.e2e.ts.
      for (const width of [1280, 320]) expect.soft(await findLayoutProblems(page, width)).toEqual([]);
    });
  });
}
