import { partnerGiven } from '@firstyear/processes/partner-folder';
import { defineCommand } from '../command.ts';
import { UsageError } from '../operator-error.ts';

function partnerIn(command: string, [given = '', extra]: readonly string[]): string {
  if (/^[a-z][a-z0-9-]*$|[/\\.]/.test(given) && extra === undefined) return partnerGiven(given);
  throw new UsageError(
    `Give a name in lowercase letters for a folder of partners/, or the path of a folder: ${command} artschool, ${command} ../artschool.`,
  );
}

export const partnerNew = defineCommand({
  usage: 'partner new SLUG|FOLDER',
  about: `Makes partners/SLUG, or a folder anywhere: a university that starts as it is, with its site, what comes after submission,
and its form (docs/partner.md).`,
  read: ({ files }) => ({ partner: partnerIn('partner new', files) }),
  run: async ({ partner }) => {
    const { makePartner } = await import('../partner.ts');
    return makePartner(partner);
  },
});

export const partnerCheck = defineCommand({
  usage: 'partner check SLUG|FOLDER [--quick]',
  about: `What is wrong with a university and its form on this version, in sentences; the exit code is then 78, as of a start.
--quick looks only at what a start looks at, without the types of its files and the releases it keeps. Needs no database.`,
  read: ({ files, switches }) => ({ partner: partnerIn('partner check', files), isQuick: switches.has('quick') }),
  run: async ({ partner, isQuick }) => {
    const { checkPartnerFolder } = await import('../partner.ts');
    return checkPartnerFolder(partner, { isQuick });
  },
});

export const partnerPreview = defineCommand({
  usage: 'partner preview SLUG|FOLDER',
  about: `Every page of a university with sample answers at http://localhost:3100/preview (PORT), reloaded when a file of it is saved.
Needs a checkout of the product, and no database: it has one of its own until Ctrl-C.`,
  read: ({ files }) => ({ partner: partnerIn('partner preview', files) }),
  run: async ({ partner }, { interruption }) => {
    const { previewPartner } = await import('../partner.ts');
    return previewPartner(partner, interruption);
  },
});
