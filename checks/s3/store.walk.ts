import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, type Page, type Request, test } from '@playwright/test';
import sharp from 'sharp';
import { loadProfile, newApplicant, saveAnswers } from '../../e2e/support/applicant.ts';
import { responseTo } from '../../e2e/support/call.ts';
import { copyOf } from '../../e2e/support/copies.ts';
import { runOperator } from '../../e2e/support/operator.ts';
import { readPdf } from '../../e2e/support/pdf.ts';
import { form, newAddress } from '../../e2e/support/product.ts';
import { pdfOf, wordDocument } from '../../e2e/support/sample-files.ts';
import { TRANSCRIPT } from '../../e2e/support/uploads.ts';

/** npm run test:s3-walk: an applicant's documents, with an S3 server of another origin as the object store. */
const KEY = TRANSCRIPT.key;
const { S3_ENDPOINT = '', S3_BUCKET = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = process.env;

const client = new S3Client({
  endpoint: S3_ENDPOINT,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
});
test.afterAll(() => client.destroy());

/** The extensions of the stored files. */
async function listStored(): Promise<readonly string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: S3_BUCKET }));
  return Contents.map(({ Key = '' }) => path.extname(Key)).sort();
}

const openPdf = (page: Page) => page.getByRole('link', { name: 'Look at what we got' });

/** The errors on the browser's console: refused connections, broken policies. */
function consoleErrorsOf(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

test('[DOC-01, API-21, DOC-07] files of every type go from the browser into the store, are shown, deleted, and sent with the application', async ({
  page,
}, testInfo) => {
  const username = newAddress();
  await newApplicant(page, username);
  await saveAnswers(page, completeAnswers(form, { email_address: username }));
  const consoleErrors = consoleErrorsOf(page);
  await page.goto('/education');
  await page.getByRole('tab', { name: 'Upload transcript' }).click();
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a9' } });
  const files = [
    ['scan.png', await picture.png().toBuffer()],
    ['record.docx', wordDocument('Record of Ada Testperson')],
    ['record.pdf', await pdfOf(['Record of Ada Testperson'])],
  ] as const;
  for (const [name, buffer] of files) {
    const posts: Request[] = [];
    const record = (request: Request) => {
      if (request.url().startsWith(S3_ENDPOINT)) posts.push(request);
    };
    page.on('request', record);
    await page.locator(`input[type=file]#${KEY}`).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await expect(openPdf(page), name).toBeVisible({ timeout: 60_000 });
    page.off('request', record);
    expect(posts.map((request) => `${request.method()} ${request.url()}`)).toEqual([
      `POST ${S3_ENDPOINT}/${S3_BUCKET}`,
    ]);
    expect((await posts[0]?.response())?.status()).toBe(204);
    await expect.poll(listStored).toEqual(expect.arrayContaining(['.jpg', '.pdf']));
    const pdf = await responseTo(page.request, filePaths.document(KEY));
    expect((await pdf.body()).subarray(0, 5).toString(), name).toBe('%PDF-');
    if (name === 'record.pdf') continue;
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(page.locator(`input[type=file]#${KEY}`)).toBeVisible();
  }

  await page.goto('/final-steps');
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page).toHaveURL(/\/completion$/);
  expect((await loadProfile(page)).answer[KEY]).toBe('ANSWERED');
  expect((await copyOf(page)).subarray(0, 5).toString()).toBe('%PDF-');
  const file = testInfo.outputPath('packets.zip');
  expect(await runOperator(page, 'export', '--format', 'packets', '--out', file)).toContain('1 application.');
  const packets = await unpackWordZip(await readFile(file));
  const document = [...packets].find(([name]) => name.endsWith(`/${KEY}.pdf`))?.[1] ?? Buffer.alloc(0);
  expect((await readPdf(document)).all).toContain('Record of Ada Testperson');
  expect(consoleErrors).toEqual([]);
});
