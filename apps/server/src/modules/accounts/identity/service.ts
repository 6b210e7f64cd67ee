export {
  deleteConfirmedSignups,
  listConfirmedSignups,
} from './confirmed-signup-repository.ts';
export type { IdentityDependencies } from './dependencies.ts';
export {
  deleteEmailChanges,
  type EmailChange,
  listEmailChanges,
} from './email-change-repository.ts';
export {
  deleteExpiredResets,
  deletePendingSignups,
  deletePendingSignupsBefore,
  listPendingSignups,
  listResets,
  lockAddress,
} from './repository.ts';
export { issueReset } from './reset.ts';
