import path from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_PARTNER, partnerGiven } from '@firstyear/processes/partner-folder';
import { type Command, defineCommand, readNothing } from '../command.ts';
import { UsageError } from '../operator-error.ts';
import { onlyArgument, SWITCH, VALUE } from '../read-options.ts';
import type { Place } from '../texts/catalog.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const SLUG_OR_FOLDER = /^[a-z][a-z0-9-]*$|[/\\.]/;

function readPartner([given = '', extra]: readonly string[], command: string): string {
  if (SLUG_OR_FOLDER.test(given) && extra === undefined) return partnerGiven(given);
  throw new UsageError(
    `Give a name in lowercase letters for a folder of partners/, or the path of a folder: ${command} artschool, ${command} ../artschool.`,
  );
}

/** The arguments of a command that has no options. */
const argumentsOf = (args: readonly string[]) => parseArgs({ args, options: {}, allowPositionals: true }).positionals;

export const PARTNER_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'partner new',
    usage: 'SLUG|FOLDER',
    about: `Makes partners/SLUG, or a folder anywhere: a university that starts as it is, with its site, what comes after submission,
and its form (docs/partner.md).`,
    read: (args) => ({ partner: readPartner(argumentsOf(args), 'partner new') }),
    run: async ({ partner }) => (await import('../partner.ts')).makePartner(partner),
  }),
  defineCommand({
    name: 'partner check',
    usage: 'SLUG|FOLDER [--quick]',
    about: `What is wrong with a university and its form on this version, in sentences; the exit code is then 78, as of a start.
--quick looks only at what a start looks at, without the types of its files and the releases it keeps. Needs no database.`,
    read: (args) => {
      const { values, positionals } = parseArgs({ args, options: { quick: SWITCH }, allowPositionals: true });
      return { partner: readPartner(positionals, 'partner check'), isQuick: values.quick === true };
    },
    run: async ({ partner, isQuick }) => (await import('../partner.ts')).checkPartnerFolder(partner, { isQuick }),
  }),
  defineCommand({
    name: 'partner preview',
    usage: 'SLUG|FOLDER',
    about: `Every page of a university with sample answers at http://localhost:3100/preview (PORT), reloaded when a file of it is saved.
Needs a checkout of the product, and no database: it has one of its own until Ctrl-C.`,
    read: (args) => ({ partner: readPartner(argumentsOf(args), 'partner preview') }),
    run: async ({ partner }, { interruption }) => (await import('../partner.ts')).previewPartner(partner, interruption),
  }),
  defineCommand({
    name: 'release check',
    usage: '',
    about: `Before a new version goes out, run with it: what its form changes in meaning since the release that serves, how many
drafts each change touches, and what has no migration yet (docs/form.md). Ends with exit code 1 when something has none.`,
    read: readNothing,
    run: (_, { withDatabase }) => withDatabase(async (deps) => (await import('../releases.ts')).checkRelease(deps)),
  }),
];

/** Reads which texts a command is about, and in which language, and its other arguments. */
function readPlace(args: readonly string[]): { readonly place: Place; readonly positionals: readonly string[] } {
  const options = { language: VALUE, partner: VALUE };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { language = 'es', partner = DEFAULT_PARTNER } = values;
  if (!/^[a-z]{2,3}$/.test(language) || language === 'en') {
    throw new UsageError(`--language must be a code such as es (it is "${language}").`);
  }
  if (!SLUG_OR_FOLDER.test(partner)) {
    throw new UsageError(
      `--partner must be the name of a folder of partners/, or the path of one (it is "${partner}").`,
    );
  }
  return { place: { root: ROOT, language, partner: partnerGiven(partner) }, positionals };
}

const OPTIONS = '[--language CODE] [--partner SLUG|FOLDER]';

export const TEXT_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'texts check',
    usage: OPTIONS,
    about: 'Says whether a translation is whole, and which texts are missing, out of date or wrong. Needs no database.',
    read: (args) => {
      const { place, positionals } = readPlace(args);
      if (positionals.length > 0) throw new UsageError('texts check takes options only.');
      return place;
    },
    run: async (place) => (await import('../texts/texts.ts')).checkTexts(place),
  }),
  defineCommand({
    name: 'texts export',
    usage: `FILE ${OPTIONS}`,
    about: 'Writes every text into a CSV file for translators: its id, the English, the translation, where it is seen.',
    read: (args) => {
      const { place, positionals } = readPlace(args);
      return { place, file: onlyArgument(positionals, 'Give a new file: texts export FILE.csv') };
    },
    run: async ({ place, file }) => (await import('../texts/texts.ts')).exportTexts(place, file),
  }),
  defineCommand({
    name: 'texts import',
    usage: `FILE ${OPTIONS}`,
    about: `Takes translations back from such a file, and lists the lines that don't fit. A language that isn't whole yet stays a
draft, which is not offered. docs/words.md says more.`,
    read: (args) => {
      const { place, positionals } = readPlace(args);
      return { place, file: onlyArgument(positionals, 'Give the file: texts import FILE.csv') };
    },
    run: async ({ place, file }) => (await import('../texts/texts.ts')).importTexts(place, file),
  }),
];
