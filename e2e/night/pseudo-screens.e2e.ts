import { expect, test } from '@playwright/test';
import { findLayoutProblems } from '../support/measure.ts';
import { findPlain, findPlainOn } from '../support/pseudo-language.ts';
import { DRAWN_ONLY, isForApplicants, onScreen, SCREENS } from '../support/screens.ts';

test('a plain text is found among those of the pseudo-language, names and what somebody typed are not', () => {
  expect(findPlain(['[Šáṽé] now', 'Hello', '[Ĥéļļó éñ', '[Ķéý {name}] (Close)'])).toHaveLength(3);
});

for (const screen of [...SCREENS, ...DRAWN_ONLY].filter(isForApplicants)) {
  test(`${screen.name} has no text but the catalogs', and holds at every width in both directions when texts are longer`, async ({
    browser,
  }) => {
    await onScreen(browser, screen, 'es', async (page) => {
      expect.soft(await findPlainOn(page)).toEqual([]);
      for (const width of [1280, 768, 360, 320]) {
        for (const direction of ['ltr', 'rtl']) {
          await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
          expect.soft(await findLayoutProblems(page, width), direction).toEqual([]);
        }
      }
    });
  });
}
