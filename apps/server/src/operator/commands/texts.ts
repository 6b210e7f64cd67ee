import path from 'node:path';
import { DEFAULT_PARTNER, partnerGiven } from '@firstyear/processes/partner-folder';
import { defineCommand } from '../command.ts';
import { UsageError } from '../operator-error.ts';
import { type CommandLine, readFolder } from '../read-options.ts';
import type { Place } from '../texts/catalog.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const USUAL = { language: 'es', partner: DEFAULT_PARTNER };

/** Whose texts, in which language. */
function readPlace({ values }: CommandLine): Place {
  const { language, partner } = { ...USUAL, ...Object.fromEntries(values) };
  if (!/^[a-z]{2,3}$/.test(language) || language === 'en') {
    throw new UsageError(`--language must be a code such as es (it is "${language}").`);
  }
  if (!/^[a-z][a-z0-9-]*$|[/\\.]/.test(partner)) {
    throw new UsageError(
      `--partner must be the name of a folder of partners/, or the path of one (it is "${partner}").`,
    );
  }
  return { root: ROOT, language, partner: partnerGiven(partner) };
}

const OPTIONS = '[--language CODE] [--partner SLUG|FOLDER]';

export const textsCheck = defineCommand({
  usage: `texts check ${OPTIONS}`,
  about: 'Says whether a translation is whole, and which texts are missing, out of date or wrong. Needs no database.',
  read: readPlace,
  run: async (place) => (await import('../texts/texts.ts')).checkTexts(place),
});

export const textsExport = defineCommand({
  usage: `texts export FILE ${OPTIONS}`,
  about: 'Writes every text into a CSV file for translators: its id, the English, the translation, where it is seen.',
  read: (line) => ({ place: readPlace(line), file: readFolder(line, 'Give a new file: texts export FILE.csv') }),
  run: async ({ place, file }) => (await import('../texts/texts.ts')).exportTexts(place, file),
});

export const textsImport = defineCommand({
  usage: `texts import FILE ${OPTIONS}`,
  about: `Takes translations back from such a file, and lists the lines that don't fit. A language that isn't whole yet stays a
draft, which is not offered. docs/words.md says more.`,
  read: (line) => ({ place: readPlace(line), file: readFolder(line, 'Give the file: texts import FILE.csv') }),
  run: async ({ place, file }) => (await import('../texts/texts.ts')).importTexts(place, file),
});
