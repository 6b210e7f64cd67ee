import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadSpanish, speak } from './speak.ts';

/** A university's folder with these words. */
function folderWith(words: string): string {
  const folder = fs.mkdtempSync(path.resolve(import.meta.dirname, '.university-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const lines = [
    "import { withPartnerWords } from '@firstyear/partner-config';",
    "import { partner as english } from '@firstyear/partners/larkmoor/partner';",
    "import whole from '@firstyear/partners/larkmoor/words/site.es.json' with { type: 'json' };",
    `export const partner = withPartnerWords(english, { locale: 'es-US', words: ${words} });`,
  ];
  fs.writeFileSync(path.join(folder, 'es.ts'), lines.join('\n'));
  return folder;
}

/** The other language that the English build offers. */
async function offered(folder: string): Promise<unknown> {
  const { load } = speak('en', folder);
  const source = path.resolve(import.meta.dirname, '../src/page-language.ts');
  return typeof load === 'function' ? Reflect.apply(load, {}, [source]) : undefined;
}

test('a language is offered once it is complete; half of its words end the build with what is missing', async () => {
  const half = folderWith('Object.fromEntries(Object.entries(whole).slice(0, 7))');
  await expect(loadSpanish(half)).rejects.toThrow('es-US has no words for');
  const all = folderWith('whole');
  expect(await loadSpanish(all)).toHaveProperty('partner');
  expect(await offered(all)).toContain('OTHER_LANGUAGE = "es"');
  expect(await offered(path.dirname(all))).toContain('OTHER_LANGUAGE = null');
});
