import { defineCommand } from '../command.ts';
import { UsageError } from '../operator-error.ts';

const SLUG = /^[a-z][a-z0-9-]*$/;

function slugIn(command: string, [slug = '', extra]: readonly string[]): string {
  if (SLUG.test(slug) && extra === undefined) return slug;
  throw new UsageError(`Give the name of one folder, in lowercase letters: ${command} artschool.`);
}

export const partnerNew = defineCommand({
  usage: 'partner new SLUG',
  about:
    'Makes partners/SLUG, a university that starts as it is: its site, what comes after submission, and its form (docs/partner.md).',
  read: ({ files }) => ({ slug: slugIn('partner new', files) }),
  run: async ({ slug }) => {
    const { makePartner } = await import('../partner.ts');
    return makePartner(slug);
  },
});

export const partnerCheck = defineCommand({
  usage: 'partner check SLUG',
  about: `What is wrong with partners/SLUG and its form on this version, in sentences; the exit code is then 78, as of a start.
Needs no database.`,
  read: ({ files }) => ({ slug: slugIn('partner check', files) }),
  run: async ({ slug }) => {
    const { checkPartnerFolder } = await import('../partner.ts');
    return checkPartnerFolder(slug);
  },
});
