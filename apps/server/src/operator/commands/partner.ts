import { parseArgs } from 'node:util';
import { partnerGiven } from '@firstyear/processes/partner-folder';
import { type Command, defineCommand, readNothing } from '../command.ts';
import { UsageError } from '../operator-error.ts';

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
    usage: 'SLUG|FOLDER',
    about: `What is wrong with a university and its form on this version, in sentences, with the types of its files and the releases it
keeps; the exit code is then 78, as of a start. Needs no database.`,
    read: (args) => ({ partner: readPartner(argumentsOf(args), 'partner check') }),
    run: async ({ partner }) => (await import('../partner.ts')).checkPartnerFolder(partner),
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
