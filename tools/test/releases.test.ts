import fs from 'node:fs';
import path from 'node:path';
import { type Answers, type FormDefinition, parseAnswers } from '@firstyear/form-engine';
import { type FormOutline, migrateDraft, releaseProblems } from '@firstyear/form-engine/releases';
import { englishForm } from '@firstyear/form-engine/testing';
import { expect, test } from 'vitest';

/** The file of a published release. */
interface KeptRelease {
  readonly outline: FormOutline;
  readonly samples: readonly { readonly name: string; readonly answers: Answers }[];
}

const partners = path.resolve(import.meta.dirname, '../../partners');
const slugs = fs.readdirSync(partners).filter((slug) => fs.existsSync(path.join(partners, slug, 'form.ts')));

async function read(slug: string) {
  const { definition }: { readonly definition: FormDefinition } = await import(path.join(partners, slug, 'form.ts'));
  const folder = path.join(partners, slug, 'releases');
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
  const kept = files.map((file): KeptRelease => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')));
  return { form: englishForm(definition), files, kept };
}

test('each change of meaning since the last release of a form has a migration, in every partner', async () => {
  expect(slugs).toContain('larkmoor');
  for (const slug of slugs) {
    const { form, files, kept } = await read(slug);
    const numbered = files.map((_, place) => `${String(place + 1).padStart(4, '0')}.json`);
    expect(files, slug).toEqual(numbered);
    const last = kept.at(-1);
    // A form that isn't published yet may change in any way.
    if (last) expect(releaseProblems(last.outline, form), slug).toEqual([]);
  }
});

test('six applications of every published release, migrated to the current form, are accepted unchanged', async () => {
  for (const slug of slugs) {
    const { form, kept } = await read(slug);
    for (const { outline, samples } of kept) {
      expect(samples, slug).toHaveLength(6);
      for (const { name, answers } of samples) {
        const draft = { answers, versions: {}, tabs: {}, addAnother: {}, page: '' };
        const migrated = migrateDraft(draft, [], outline.migrations, form).draft.answers;
        expect(parseAnswers(form, migrated), `${slug}: ${name}`).toEqual({ answers: migrated, refused: [] });
      }
    }
  }
});
