import { profile } from '@firstyear/api-contract/application';
import { fillPath, type ResponseOf } from '@firstyear/api-contract/call';
import { conversionStatus, documentAnswers } from '@firstyear/api-contract/documents';
import type { Language } from '@firstyear/words';
import { documentProblems } from '@firstyear/words/document-problems';
import { expect, type Page } from '@playwright/test';
import { languageOf, said, saidIn } from './languages.ts';
import { form } from './product.ts';
import { photoOfPaper, TRANSCRIPT_NAME } from './sample-files.ts';
import { beginner, button, chooseFile, field, type Screen } from './screen-steps.ts';
import { fieldOf, openTabOf, showUpload, TRANSCRIPT, uploadPath } from './uploads.ts';

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
const blurredStatus = (language: Language): Status => ({
  status: 'COMPLETED',
  page_count: 2,
  hint: documentProblems.in(language).photo.blurred,
});
const encryptedStatus = (language: Language): Status => ({
  status: 'FAILED',
  message: documentProblems.in(language).problem.encrypted,
});

/** Shows the page of an applicant whose transcript has this status; the server has none. */
const showDocument = (statusIn: (language: Language) => Status) => async (page: Page) => {
  const file = { file_name: TRANSCRIPT_NAME, file_size: 40_000 };
  const listed = { [TRANSCRIPT.key]: file };
  await page.route(`**${documentAnswers.path}`, (route) => route.fulfill({ json: listed }));
  await page.route(`**${profile.path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), document_answer: listed } });
  });
  await page.route(`**${fillPath(conversionStatus, { key: TRANSCRIPT.key })}`, async (route) =>
    route.fulfill({ json: statusIn(await languageOf(page)) }),
  );
  await page.goto(uploadPath());
  await openTabOf(page, TRANSCRIPT.key);
  const error = field(page, `${TRANSCRIPT.key}-error`);
  await expect(page.getByRole('button', { name: TRANSCRIPT_NAME }).or(error)).toBeVisible();
};

/** Screens of a document during its upload and afterwards. */
export const DOCUMENT_SCREENS: readonly Screen[] = [
  beginner('upload', uploadPath(), async (page) => {
    await showUpload(page);
  }),
  beginner('upload-under-way', uploadPath(), beginUpload),
  beginner('upload-too-large', uploadPath(), async (page) => {
    await chooseFile(page, 'transcript.pdf', 1_200_000);
    await expect(field(page, `${TRANSCRIPT.key}-error`)).toBeVisible();
  }),
  ...otherTabs.slice(0, 1).map(({ label }) =>
    beginner('upload-leave-tab', uploadPath(), async (page) => {
      await beginUpload(page);
      await page.getByRole('tab', { name: said(label) }).click();
      await expect(page.getByRole('alertdialog', { name: said('File Upload in Progress') })).toBeVisible();
    }),
  ),
  beginner('pages-dialog', uploadPath(), choosePhotos),
  beginner('document-unknown', 'about:blank', async (page) => {
    await page.route('**/api/pdf/document-answer/**', (route) => route.abort());
    await page.goto(uploadPath());
    await openTabOf(page, TRANSCRIPT.key);
    await expect(button(page, 'Try again')).toBeVisible();
    await button(page, 'Try again').scrollIntoViewIfNeeded();
  }),
  beginner('document', 'about:blank', showDocument(blurredStatus)),
  beginner('document-remove', 'about:blank', async (page) => {
    await showDocument(blurredStatus)(page);
    await page.getByRole('button', { name: TRANSCRIPT_NAME }).click();
    await expect(page.getByRole('alertdialog', { name: said('Delete this document?') })).toBeVisible();
  }),
  beginner('document-refused', 'about:blank', async (page) => {
    await showDocument(encryptedStatus)(page);
    // The toasts are loaded lazily.
    const toast = page.getByRole('listitem').filter({ hasText: saidIn('Error uploading file for {field}') });
    await expect(toast).toBeVisible();
  }),
];
