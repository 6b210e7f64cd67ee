export type { IdentityDependencies } from './dependencies.ts';
export {
  deleteConfirmedSignups,
  deleteEmailChanges,
  deleteExpiredResets,
  deletePendingSignups,
  deletePendingSignupsBefore,
  type EmailChange,
  listConfirmedSignups,
  listEmailChanges,
  listPendingSignups,
  listResets,
  lockAddress,
} from './repository.ts';
export { issueReset } from './reset.ts';
