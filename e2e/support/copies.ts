import { putAddAnother } from '@firstyear/api-contract/application';
import { pdf } from '@firstyear/api-contract/documents';
import type { Answers } from '@firstyear/form-engine';
import { expect, type Page } from '@playwright/test';
import { saveAnswers } from './applicant.ts';
import { makeCall, responseTo } from './call.ts';
import { stateWith } from './fill.ts';
import { type PdfText, readPdf } from './pdf.ts';
import { form } from './product.ts';

/** The bytes of the logged-in applicant's PDF copy, from the link on the screen. */
export async function copyOf(page: Page): Promise<Buffer> {
  let url = '';
  await expect
    .poll(
      async () => {
        const copy = await makeCall(page.request, pdf);
        url = copy.url;
        return copy.status;
      },
      { intervals: [100] },
    )
    .toBe('COMPLETED');
  const file = await responseTo(page.request, url);
  expect(file.status()).toBe(200);
  return file.body();
}

export async function readCopy(page: Page): Promise<PdfText> {
  return readPdf(await copyOf(page));
}

/** Replaces all answers of the applicant, with as many components as the new ones need. */
export async function replaceAnswers(page: Page, answers: Answers): Promise<void> {
  const nothing = Object.fromEntries(form.fields.map((field) => [field.question.key, '']));
  await saveAnswers(page, { ...nothing, ...answers });
  const { addAnother } = stateWith(answers);
  for (const button_id of form.repeaters.keys()) {
    const payload = { button_id, num_components: addAnother[button_id] ?? 1 };
    await makeCall(page.request, putAddAnother, { payload });
  }
}
