import { expect, test } from '@playwright/test';
import { findCutOffTexts, findMovements, findOverflow, findSmallTargets, spaceText } from '../support/measure.ts';
import { onScreen, SCREENS } from '../support/screens.ts';
import { findViolations } from '../support/violations.ts';

const PHONE = { width: 320, height: 640 };

for (const screen of SCREENS) {
  test(`${screen.name} is accessible on a desktop, at 320 px, with large text, forced colors and little motion`, async ({
    browser,
  }) => {
    await onScreen(browser, screen, 'en', async (page) => {
      await test.step('desktop', async () => {
        expect(await findViolations(page)).toEqual([]);
        expect.soft(await findMovements(page)).toEqual([]);
      });
      await test.step('200 % text', async () => {
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
        expect.soft(await findOverflow(page)).toEqual([]);
        expect.soft(await findCutOffTexts(page)).toEqual([]);
        await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
      });
      await test.step('forced colors', async () => {
        await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
        expect.soft(await findViolations(page, ['color-contrast', 'link-in-text-block'])).toEqual([]);
        await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
      });
      await test.step('320 px', async () => {
        await page.setViewportSize(PHONE);
        expect.soft(await findViolations(page)).toEqual([]);
        expect.soft(await findOverflow(page)).toEqual([]);
        expect.soft(await findCutOffTexts(page)).toEqual([]);
        expect.soft(await findSmallTargets(page)).toEqual([]);
      });
      await test.step('320 px with spaced text', async () => {
        await spaceText(page);
        expect.soft(await findOverflow(page)).toEqual([]);
        expect.soft(await findCutOffTexts(page)).toEqual([]);
      });
    });
  });
}
