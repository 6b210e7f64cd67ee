export {
  deletePendingOf as deletePendingSignups,
  deleteResetsBefore as deleteExpiredResets,
  lockAddress,
  selectPendingOf as listPendingSignups,
  selectResetsOf as listResets,
} from './repository.ts';
