import { expect, test } from '@playwright/test';
import { findings } from './support/findings.ts';
import { cutOffTexts, movements, overflowing, smallTargets, spaceText } from './support/measure.ts';
import { contextOf } from './support/people.ts';
import { openScreen, SCREENS } from './support/screens.ts';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 320, height: 640 };

for (const screen of SCREENS) {
  test(`${screen.name} is accessible on a desktop, at 320 px, with large text, forced colours and little motion`, async ({
    browser,
  }) => {
    const { context, search } = await contextOf(browser, screen.role, {
      viewport: DESKTOP,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    try {
      await openScreen(page, screen, search);
      await test.step('desktop', async () => {
        expect(await findings(page)).toEqual([]);
        expect.soft(await movements(page)).toEqual([]);
      });
      await test.step('200 % text', async () => {
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
        expect.soft(await overflowing(page)).toEqual([]);
        expect.soft(await cutOffTexts(page)).toEqual([]);
        await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
      });
      await test.step('forced colours', async () => {
        await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
        expect.soft(await findings(page, ['color-contrast', 'link-in-text-block'])).toEqual([]);
        await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
      });
      await test.step('320 px', async () => {
        await page.setViewportSize(PHONE);
        expect.soft(await findings(page)).toEqual([]);
        expect.soft(await overflowing(page)).toEqual([]);
        expect.soft(await cutOffTexts(page)).toEqual([]);
        expect.soft(await smallTargets(page)).toEqual([]);
      });
      await test.step('320 px with spaced text', async () => {
        await spaceText(page);
        expect.soft(await overflowing(page)).toEqual([]);
        expect.soft(await cutOffTexts(page)).toEqual([]);
      });
    } finally {
      await context.close();
    }
  });
}
