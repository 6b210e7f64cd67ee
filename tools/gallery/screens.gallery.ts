import { type Page, test } from '@playwright/test';
import { DRAWN_ONLY } from '../../e2e/support/drawn-screens.ts';
import { isForApplicants, onScreen, SCREENS } from '../../e2e/support/screens.ts';
import { galleryLanguage } from './languages.ts';
import { GALLERY, HEIGHT, OVERLAYS, SCREENSHOTS, WIDTHS, writePicture } from './pictures.ts';

/** The screens that docs/screens.md shows: all routes on a desktop, some of them on a phone. */
const IN_DOCUMENTS: Readonly<Record<string, readonly number[]>> = {
  'about-welcome': [1280, 360],
  'education-filled': [1280, 360],
  'final-steps-empty': [1280],
  'education-folded': [1280],
  'pages-dialog': [1280, 360],
  'review-filled': [1280, 360],
  completion: [1280, 360],
  login: [1280],
  signup: [1280],
  confirm: [1280],
  forgot: [1280],
  reset: [1280],
  'change-password': [1280],
  'change-email': [1280],
  reminders: [1280],
};

const isEnglish = galleryLanguage === 'en';
const screens = [...SCREENS, ...DRAWN_ONLY].filter((screen) => isEnglish || isForApplicants(screen));
const folder = isEnglish ? 'screens' : `screens-${galleryLanguage}`;

for (const screen of screens) {
  test(screen.name, async ({ browser }) => {
    for (const width of WIDTHS) {
      const options = {
        viewport: { width, height: HEIGHT },
        deviceScaleFactor: 1,
        reducedMotion: 'reduce',
        hasTouch: width < 700,
      } as const;
      const draw = async (page: Page) => {
        const picture = await page.screenshot({ fullPage: (await page.locator(OVERLAYS).count()) === 0 });
        await writePicture(picture, GALLERY, folder, String(width), `${screen.name}.png`);
        if (!isEnglish || !IN_DOCUMENTS[screen.name]?.includes(width)) return;
        await page.evaluate(() => window.scrollTo(0, 0));
        await writePicture(await page.screenshot(), SCREENSHOTS, `${screen.name}-${width}.png`);
      };
      await onScreen(browser, screen, isEnglish ? 'en' : 'es', draw, options);
    }
  });
}
