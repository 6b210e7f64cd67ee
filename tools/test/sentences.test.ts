import fs from 'node:fs';
import path from 'node:path';
import { type FormDefinition, formWords } from '@firstyear/form-engine';
import { type PartnerConfig, partnerWords } from '@firstyear/partner-config';
import { expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';
import { readSource, root, sourceFiles } from './source-files.ts';

const IS_PRODUCT = /^(apps|packages|forms|partners)\/.+\.tsx?$/;
const IS_TEST_OR_CATALOG = /\.(test|testing|contract)\.tsx?$|\/testing\/|^packages\/words\//;
const sentences = sourceFiles
  .filter((file) => IS_PRODUCT.test(file) && !IS_TEST_OR_CATALOG.test(file))
  .flatMap((file) => sentencesIn(readSource(file), file).map((text) => ({ file, text })));

/** Files that may contain sentences, and their readers. */
const ELSEWHERE: readonly (readonly [files: RegExp, why: string])[] = [
  [/^apps\/server\/src\/programs\/(migrate|server|worker)\.ts$/, 'operators, in the log'],
  [/^apps\/server\/src\/(adapters|config|db|log|operator|process)\//, 'operators'],
  [/^apps\/server\/src\/modules\/accounts\/staff\/provider\.ts$/, 'operators, in the log'],
  [/^apps\/server\/src\/modules\/application\/releases\/service\.ts$/, 'operators, at start'],
  [/^apps\/server\/src\/modules\/(accounts\/identity\/mail-limits|operations\/secret-key\/service)\.ts$/, 'operators'],
  [/^packages\/school-search\/src\/import\//, 'operators who import schools'],
  [
    /^apps\/server\/src\/plugins\/(broken-http|errors|security-headers|security-txt)\.ts$/,
    'programs: protocols, libraries',
  ],
  [/^packages\/api-contract\/src\/openapi\.ts$/, 'developers'],
  [/^packages\/document-converter\/src\//, 'operators, in the log; names of fonts and formats'],
  [/^packages\/(form-engine|partner-config)\/src\//, 'who writes a form or sets up a university'],
  [/^forms\/freshman\/src\/partner\.ts$/, 'who sets up a university'],
];

/** Names that are the same in every language. */
const NAMES = ['Google Chrome', 'Mozilla Firefox', 'Apple Safari', 'Microsoft Edge'];

const slugs = fs
  .readdirSync(path.join(root, 'partners'))
  .filter((slug) => fs.existsSync(path.join(root, 'partners', slug, 'form.ts')));

/** All texts of the universities' forms and sites, which can be translated, and their names and addresses. */
async function wordsOfForms(): Promise<readonly string[]> {
  const all = slugs.map(async (slug) => {
    const file = (name: string) => path.join(root, 'partners', slug, name);
    const { definition }: { readonly definition: FormDefinition } = await import(file('form.ts'));
    const { partner }: { readonly partner: PartnerConfig } = await import(file('partner.ts'));
    const words = [...Object.values(formWords(definition)), ...Object.values(partnerWords(partner))];
    return [...words, partner.name, partner.pdf_name, ...partner.postal_address_lines];
  });
  return (await Promise.all(all)).flat();
}

/** Whether one of the texts contains a text from the code, with any values. */
const isAmong = (words: readonly string[], text: string) =>
  words.some((word) => {
    let end = 0;
    return text.split('{}').every((part) => {
      const start = word.indexOf(part, end);
      end = start + part.length;
      return start >= 0;
    });
  });

test('every sentence that applicants or the office read is in the catalogs', async () => {
  const words = (await wordsOfForms()).map((text) => text.replace(/\s+/g, ' '));
  const isForm = (file: string) => /^(forms|partners)\//.test(file);
  const stray = sentences.filter(
    ({ file, text }) =>
      !ELSEWHERE.some(([where]) => where.test(file)) &&
      !NAMES.includes(text) &&
      !(isForm(file) && isAmong(words, text)),
  );
  expect(stray).toEqual([]);
});

test('every file that may contain sentences has some', () => {
  expect(ELSEWHERE.filter(([where]) => !sentences.some(({ file }) => where.test(file)))).toEqual([]);
});

test('a sentence that is added to a component, a service or a form is found', () => {
  const component = `
    import { Button } from 'a very Nice place';
    const HINT = 'You can change this later.';
    export const Late = ({ day }: { readonly day: string }) => (
      <section aria-label="Deadline" className="late Wide">
        <h2>Late</h2>
        Your application is late. {day}
        <Button title={HINT}>{\`It was due on \${day}.\`}</Button>
        <svg><path d="M14 25l7 7 13-15" /></svg>
      </section>
    );`;
  expect(sentencesIn(component, 'late.tsx')).toEqual([
    'You can change this later.',
    'Deadline',
    'Late',
    'Your application is late.',
    'It was due on {}.',
  ]);
  const service = `
    log.warn({ reason: 'a' }, 'The mail server is away.');
    if (<boolean>isWrong) throw new RangeError('There is no such place.');
    await sql\`Select a Thing from places;\`;
    reply.header('vary', 'Accept-Language, Cookie');
    send({ message: \`Sent to \${email}.\`, kind: 'in progress', sort: 'Name' });`;
  expect(sentencesIn(service, 'service.ts')).toEqual(['Sent to {}.']);
  expect(isAmong(['Scores go to Larkmoor: code 9.'], 'Scores go to {}: code {}.')).toBe(true);
  expect(isAmong(['Scores go to Larkmoor.'], 'Scores go to {}: code {}.')).toBe(false);
  expect(isAmong(['Scores go to Larkmoor.', 'By mail.'], 'Scores go to Larkmoor by mail.')).toBe(false);
});
