import { type Page, test } from '@playwright/test';
import { DRAWN_ONLY, isForApplicants, onScreen, SCREENS } from '../../e2e/support/screens.ts';
import { drawForDocuments, drawScreen, galleryLanguage, HEIGHT, WIDTHS } from './pictures.ts';

/** The screens in docs/screens.md, with the widths of their windows. */
const IN_DOCUMENTS: Readonly<Record<string, readonly number[]>> = {
  'about-welcome': [1280, 360],
  'education-filled': [1280, 360],
  'final-steps-empty': [1280],
  'education-folded': [1280],
  'pages-dialog': [1280, 360],
  'review-filled': [1280, 360],
  completion: [1280, 360],
  'completion-requested': [1280],
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
      const { name } = screen;
      const draw = async (page: Page) => {
        await drawScreen(page, folder, width, name);
        if (!isEnglish || !IN_DOCUMENTS[name]?.includes(width)) return;
        await drawForDocuments(page, width, name);
      };
      await onScreen(browser, screen, galleryLanguage, draw, options);
    }
  });
}
