import { APPLICATION_STATUSES } from '../../modules/application/row/application-status.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../operator-error.ts';
import { readLimit, readSince, readStatuses } from '../read-options.ts';

export const applicationsList = defineCommand({
  usage: 'applications list [--status STATUS,…] [--since DATE] [--limit N]',
  about: `The newest applications: status, since when, term, name, address, confirmation number, id; audited.
STATUS is none, started, validating, submitted or all, and all unless --status says otherwise. It prints
100 lines unless --limit (1 to 100000) says otherwise.`,
  read: (line) => ({
    statuses: readStatuses(line, APPLICATION_STATUSES),
    since: readSince(line),
    limit: readLimit(line),
  }),
  run: async (options, { withDatabase }) => {
    const { listApplications } = await import('../applications.ts');
    return withDatabase((deps) => listApplications(deps, options));
  },
});

export const applicationsFind = defineCommand({
  usage: 'applications find TEXT',
  about:
    'The applications with this text in their name or email address, or with this confirmation number or id; audited.',
  read: ({ files }) => {
    const text = files.join(' ').trim();
    if (text !== '') return { text };
    throw new UsageError('Say what to look for: a name, an email address, a confirmation number or an id.');
  },
  run: async ({ text }, { withDatabase }) => {
    const { findApplications } = await import('../applications.ts');
    return withDatabase((deps) => findApplications(deps, text));
  },
});
