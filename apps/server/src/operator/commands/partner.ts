import { parseArgs } from 'node:util';
import { partnerGiven } from '@firstyear/processes/partner-folder';
import { type Command, defineCommand, readNothing } from '../command.ts';
import { UsageError } from '../operator-error.ts';
import { SWITCH } from '../read-options.ts';

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
