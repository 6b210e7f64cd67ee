import { defineCommand } from '../command.ts';
import { UsageError } from '../operator-error.ts';

export const releaseCheck = defineCommand({
  usage: 'release check',
  about: `Before a new version goes out, run with it: what its form changes in meaning since the release that serves, how many
drafts each change touches, and what has no migration yet (docs/form.md). Ends with exit code 1 when something has none.`,
  read: () => ({}),
  run: async (_, { withDatabase }) => {
    const { checkRelease } = await import('../releases.ts');
    return withDatabase(checkRelease);
  },
});

export const releaseList = defineCommand({
  usage: 'release list',
  about: 'Every release of the form: number, moment, hash, and the migrations that it brought.',
  read: () => ({}),
  run: async (_, { withDatabase }) => {
    const { reportReleases } = await import('../releases.ts');
    return withDatabase(reportReleases);
  },
});

const NUMBER = /^[1-9]\d{0,8}$/;

export const releaseDiff = defineCommand({
  usage: 'release diff A B',
  about: 'What changed in meaning from release A to release B, and which questions are new.',
  read: ({ files: [from = '', to = '', extra] }) => {
    if (!NUMBER.test(from) || !NUMBER.test(to) || extra !== undefined) {
      throw new UsageError('Give the numbers of two releases: release diff 4 5.');
    }
    return { from: Number(from), to: Number(to) };
  },
  run: async ({ from, to }, { withDatabase }) => {
    const { reportDifference } = await import('../releases.ts');
    return withDatabase((deps) => reportDifference(deps, from, to));
  },
});
