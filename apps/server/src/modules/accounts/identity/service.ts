export {
  deleteConfirmedBefore as deleteConfirmedSignups,
  selectConfirmedOf as listConfirmedSignups,
} from './confirmed-signup-repository.ts';
export type { IdentityDependencies } from './dependencies.ts';
export {
  deleteChangesBefore as deleteEmailChanges,
  type EmailChange,
  selectChangesOf as listEmailChanges,
} from './email-change-repository.ts';
export {
  deletePendingBefore as deletePendingSignupsBefore,
  deletePendingOf as deletePendingSignups,
  deleteResetsBefore as deleteExpiredResets,
  lockAddress,
  selectPendingOf as listPendingSignups,
  selectResetsOf as listResets,
} from './repository.ts';
export { issueReset } from './reset.ts';
