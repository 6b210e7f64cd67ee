import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unpackWordZip } from '@firstyear/document-converter/unpack-zip';
import { completeAnswers, minimalAnswers } from '@firstyear/freshman/testing';
import { buildFolder, importPartnerFile, partnerFolder, partnerFolderFrom } from '@firstyear/processes/partner-folder';
import { expect, test } from '@playwright/test';
import { loadProfile, newApplicant, pressSubmit, saveAnswers, submitApplication } from '../support/applicant.ts';
import { readCopy } from '../support/copies.ts';
import { runOperator } from '../support/operator.ts';
import { normalizeText, readPdf } from '../support/pdf.ts';
import { ADDED, form, partner } from '../support/product.ts';
import { pdfOf } from '../support/sample-files.ts';
import { DOCUMENTS, fileInput, openTabOf, uploadPath } from '../support/uploads.ts';

/** Walks about the configuration of any university: what the product shows, stores and exports of it. */

test('the first page has its name, greeting, colors and help, and no other', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(new RegExp(partner.name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  const header = page.getByRole('banner');
  await expect(header).toContainText(partner.name);
  const colors = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return { primary: style.getPropertyValue('--primary').trim(), accent: style.getPropertyValue('--accent').trim() };
  });
  expect(colors).toEqual(partner.theme);
  if (partner.welcome) await expect(page.getByText(partner.welcome.visitor)).toBeVisible();
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  const help = page.getByRole('dialog');
  for (const line of [partner.help_email, partner.phone]) await expect(help).toContainText(line);
});

test('each document that it asks for is converted, is in its packet, and is named in the export', async ({
  page,
}, testInfo) => {
  const username = await newApplicant(page);
  await saveAnswers(page, completeAnswers(form, { email_address: username }));
  const missing = async (keys: readonly string[]) => {
    const { answer } = await loadProfile(page);
    return keys.filter((key) => answer[key] !== 'ANSWERED');
  };
  for (const [address, keys] of Map.groupBy(DOCUMENTS, (key) => uploadPath(key))) {
    await page.goto(address);
    for (const key of keys) {
      await openTabOf(page, key);
      const buffer = await pdfOf([`Sheet of ${key}`]);
      await fileInput(page, key).setInputFiles({ name: `${key}.pdf`, mimeType: 'application/pdf', buffer });
    }
    await expect.poll(() => missing(keys), { timeout: 120_000 }).toEqual([]);
  }
  const since = new Date().toISOString().slice(0, 19);
  await submitApplication(page);
  for (const key of DOCUMENTS) await expect(page.getByText(`${key}.pdf`)).toBeVisible();

  const number = (await loadProfile(page)).confirmation_number ?? '';
  const exportAs = async (format: string) => {
    const file = testInfo.outputPath(`export.${format}`);
    await runOperator(page, 'export', '--format', format, '--out', file, '--since', since);
    return readFileSync(file);
  };
  const packets = await unpackWordZip(await exportAs('packets'));
  const packed = async (name: string) => {
    const [, content] = [...packets].find(([path]) => path.startsWith(number) && path.endsWith(`/${name}.pdf`)) ?? [];
    return readPdf(content ?? Buffer.alloc(0));
  };
  const copy = await packed('application');
  expect(copy.bookmarks.map(({ title }) => title)).toEqual(form.pages.map(({ title }) => title));
  for (const key of DOCUMENTS) {
    expect(normalizeText((await packed(key)).all)).toContain(`Sheet of ${key}`);
  }

  const rows = (await exportAs('jsonl')).toString().trim().split('\n');
  const row = rows.map((line) => JSON.parse(line)).find(({ account_email }) => account_email === username);
  const stored = (await loadProfile(page)).answer;
  for (const key of ['first_name', ...ADDED]) {
    if (!DOCUMENTS.includes(key)) expect(row.answers[key], key).toBe(stored[key]);
  }
  expect(Object.keys(row.documents).toSorted()).toEqual(DOCUMENTS.toSorted());
  const [titles = ''] = (await exportAs('csv')).toString().split('\r\n');
  for (const key of ['first_name', ...ADDED, ...DOCUMENTS]) expect(titles).toContain(`"${key}"`);
});

for (const { question, page: pageId } of form.fields) {
  const limits = (question.rules ?? []).flatMap((rule) => (rule.rule === 'max-words' ? [rule] : []));
  for (const { words, message } of limits) {
    test(`${question.key} takes ${words} words and not one more`, async ({ page }) => {
      const username = await newApplicant(page);
      await saveAnswers(page, minimalAnswers(form, { email_address: username }));
      const essay = Array.from({ length: words }, (_, place) => `word${place}`).join(' ');
      await page.goto(`/${pageId}`);
      const input = page.locator(`[id="${question.key}"]`);
      await input.fill(`${essay} more`);
      await input.blur();
      await pressSubmit(page);
      const summary = page.getByRole('region', { name: "We're missing some information!" });
      await expect(summary).toBeVisible();
      await expect(summary.getByRole('link')).toHaveCount(1);
      await summary.getByRole('link').click();
      await expect(page.locator(`[id="${question.key}-error"] p`)).toHaveText(message);
      await input.fill(essay);
      await input.blur();
      await expect(summary).toHaveCount(0);
      await submitApplication(page);
      const { body } = await readCopy(page);
      expect(body).toContain(`word${words - 1}`);
    });
  }
}

const root = path.resolve(import.meta.dirname, '../..');
const FILES_OF_TEXT = /\.(tsx?|json|css|html|mjs|js|svg)$/;

/** The text of all files in a folder whose name matches. */
function textIn(folder: string, name: RegExp): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && name.test(entry.name) && !entry.parentPath.includes('node_modules'),
  );
  return files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8')).join('\n');
}

const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

async function textsOfPartner(folder: string): Promise<readonly string[]> {
  const modules = await Promise.all(['partner.ts', 'form.ts'].map((file) => importPartnerFile(folder, file)));
  // Long enough to be distinctive, and written the same way in a script.
  return textsOf(modules).filter((text) => text.length >= 7 && /^[\w .,?!;:@#()/+-]+$/.test(text));
}

test('the files that are built for it contain nothing of another university', async () => {
  const folder = partnerFolderFrom(process.env);
  const built = ['web', 'office', 'helper'].map((app) =>
    textIn(path.join(root, 'apps', app, buildFolder(folder)), FILES_OF_TEXT),
  );
  const product = ['apps', 'packages', 'forms']
    .map((part) => textIn(path.join(root, part), /(?<!\.(test|testing))\.(tsx?|json)$/))
    .join('\n');
  const ownTexts = new Set(await textsOfPartner(folder));
  expect(built.join('\n')).toContain(partner.theme.primary);
  const others = readdirSync(path.join(root, 'partners')).filter(
    (slug) => slug !== partner.slug && existsSync(path.join(root, 'partners', slug, 'partner.ts')),
  );
  expect(others).not.toEqual([]);
  for (const slug of others) {
    const texts = (await textsOfPartner(partnerFolder(slug))).filter(
      (text) => !ownTexts.has(text) && !product.includes(text),
    );
    expect(texts).not.toEqual([]);
    expect(
      texts.filter((text) => built.some((files) => files.includes(text))),
      slug,
    ).toEqual([]);
  }
});
