import { expect, type Page } from '@playwright/test';
import { said } from './languages.ts';
import { photoOfPaper } from './photo-of-paper.ts';
import { button, type Screen } from './screens.ts';
import { openTabOf, showUpload, TRANSCRIPT, uploadPath } from './uploads.ts';

async function choosePhotos(page: Page): Promise<void> {
  const input = await showUpload(page);
  const names = ['front.jpg', 'back.jpg'];
  const buffer = await photoOfPaper();
  await input.setInputFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer })));
  const dialog = page.getByRole('dialog', { name: said('Pages of your document') });
  await expect(dialog.getByRole('listitem')).toHaveCount(names.length);
  const widths = () => dialog.locator('canvas').evaluateAll((all) => all.map((item) => item.getAttribute('width')));
  await expect.poll(widths, 'the photos are drawn').toEqual(['120', '120']);
}

/** Screens that are only drawn: their parts are in those above, or axe reads them in the walk that leads to them. */
export const DRAWN_ONLY: readonly Screen[] = [
  { name: 'change-email', role: 'beginner', path: '/email' },
  { name: 'review-filled', role: 'applicant', path: '/review' },
  {
    name: 'education-folded',
    role: 'applicant',
    path: '/education',
    prepare: async (page) => {
      for (const section of ['High school', 'Grades', 'Tests']) await button(page, 'Hide', section).click();
    },
  },
  {
    name: 'document-unknown',
    role: 'beginner',
    path: 'about:blank',
    prepare: async (page) => {
      await page.route('**/api/pdf/document-answer/**', (route) => route.abort());
      await page.goto(uploadPath());
      await openTabOf(page, TRANSCRIPT.key);
      await expect(button(page, 'Try again')).toBeVisible();
      await button(page, 'Try again').scrollIntoViewIfNeeded();
    },
  },
  { name: 'pages-dialog', role: 'beginner', path: uploadPath(), prepare: choosePhotos },
];
