import { fillPath, type ResponseOf } from '@firstyear/api-contract/call';
import { conversionStatus, documentAnswers } from '@firstyear/api-contract/documents';
import type { Language } from '@firstyear/words';
import { documentProblems } from '@firstyear/words/document-problems';
import { expect, type Page } from '@playwright/test';
import { languageOf, said } from './languages.ts';
import { photoOfPaper } from './photo-of-paper.ts';
import { form } from './product.ts';
import { button, chooseFile, field, type Screen } from './screen-steps.ts';
import { fieldOf, openTabOf, showUpload, TRANSCRIPT, TRANSCRIPT_NAME, uploadPath } from './uploads.ts';

/** Chooses a file whose upload does not end. */
async function beginUpload(page: Page): Promise<void> {
  await page.route('**/uploads**', () => {});
  await chooseFile(page, 'transcript.png', 40_000);
  await expect(button(page, 'Cancel upload')).toBeVisible();
}

/** The tabs next to the one with the upload. */
const otherTabs = fieldOf(TRANSCRIPT.key).gates.flatMap((gate) =>
  gate.kind === 'tab' ? (form.tabGroups.get(gate.group)?.tabs.filter(({ id }) => id !== gate.tab) ?? []) : [],
);

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

type Status = ResponseOf<typeof conversionStatus>;
const isBlurred = (language: Language): Status => ({
  status: 'COMPLETED',
  page_count: 2,
  hint: documentProblems.in(language).photo.blurred,
});
const isEncrypted = (language: Language): Status => ({
  status: 'FAILED',
  message: documentProblems.in(language).problem.encrypted,
});

/** The page of somebody who has uploaded a transcript. */
const holdDocument = (statusIn: (language: Language) => Status) => async (page: Page) => {
  const file = { file_name: TRANSCRIPT_NAME, file_size: 40_000 };
  await page.route(`**${documentAnswers.path}`, (route) => route.fulfill({ json: { [TRANSCRIPT.key]: file } }));
  await page.route(`**${fillPath(conversionStatus, { key: TRANSCRIPT.key })}`, async (route) =>
    route.fulfill({ json: statusIn(await languageOf(page)) }),
  );
  await page.goto(uploadPath());
  await openTabOf(page, TRANSCRIPT.key);
  const error = field(page, `${TRANSCRIPT.key}-error`);
  await expect(page.getByRole('button', { name: TRANSCRIPT_NAME }).or(error)).toBeVisible();
};

/** Screens of a document on its way to us, and once it is there. */
export const DOCUMENT_SCREENS: readonly Screen[] = [
  {
    name: 'upload',
    role: 'beginner',
    path: uploadPath(),
    prepare: async (page) => {
      await showUpload(page);
    },
  },
  { name: 'upload-under-way', role: 'beginner', path: uploadPath(), prepare: beginUpload },
  {
    name: 'upload-too-large',
    role: 'beginner',
    path: uploadPath(),
    prepare: async (page) => {
      await chooseFile(page, 'transcript.pdf', 1_200_000);
      await expect(field(page, `${TRANSCRIPT.key}-error`)).toBeVisible();
    },
  },
  ...otherTabs.slice(0, 1).map(({ label }) => ({
    name: 'upload-leave-tab',
    role: 'beginner' as const,
    path: uploadPath(),
    prepare: async (page: Page) => {
      await beginUpload(page);
      await page.getByRole('tab', { name: said(label) }).click();
      await expect(page.getByRole('alertdialog', { name: said('File Upload in Progress') })).toBeVisible();
    },
  })),
  { name: 'pages-dialog', role: 'beginner', path: uploadPath(), prepare: choosePhotos },
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
  { name: 'document', role: 'beginner', path: 'about:blank', prepare: holdDocument(isBlurred) },
  {
    name: 'document-remove',
    role: 'beginner',
    path: 'about:blank',
    prepare: async (page) => {
      await holdDocument(isBlurred)(page);
      await page.getByRole('button', { name: TRANSCRIPT_NAME }).click();
      await expect(page.getByRole('alertdialog', { name: said('Delete this document?') })).toBeVisible();
    },
  },
  { name: 'document-refused', role: 'beginner', path: 'about:blank', prepare: holdDocument(isEncrypted) },
];
