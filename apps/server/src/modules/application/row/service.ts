import type { Db, Tx } from '../../../db/transaction.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { findAccount } from '../../accounts/account/service.ts';
import { type ApplicationToSave, lockToSave } from './answers-repository.ts';
import {
  type ApplicationRow,
  createApplicationIfMissing,
  lockOwn,
  lockWithSubmission,
  type ShownApplication,
  selectAllOf,
  selectOwn,
} from './repository.ts';

export {
  type AnswerVersions,
  type ApplicationToSave,
  findAnswerVersions,
  noteAnswerVersions,
  readVersions,
  saveAnswers,
  setMigrated,
} from './answers-repository.ts';
export {
  type AtticRow,
  countSetAside,
  deleteFromAttic,
  insertIntoAttic,
  type NewAtticRow,
  readAttic,
} from './attic-repository.ts';
export {
  type ApplicationFilter,
  countApplications,
  countDraftsByRelease,
  countDraftsWith,
  type ExportRow,
  type ListedApplication,
  listApplicationsAfter,
  listApplicationsOf,
  listNewestApplications,
  listSubmittedFilesAfter,
  searchApplications,
  submittedReleases,
} from './office-repository.ts';
export {
  findEarlierNumber,
  findKeptFiles,
  listReopened,
  listReopenedFilesAfter,
  type ReopenedRow,
  setSubmissionAside,
} from './reopened-repository.ts';
export {
  type ApplicationRow,
  applicationQuery,
  changeApplication,
  createApplicationIfMissing,
  endReminders,
  findApplicationById,
  findSnapshot,
  findSubmission,
  insertSubmission,
  lockApplicationById,
  lockDraftsToRemind,
  noteSubmissionStart,
  type SentWith,
  type ShownApplication,
  type Snapshot,
  type SubmissionRow,
  type SubmissionWithForm,
  setLastPage,
  setRemindersSent,
  setReportedErrors,
  setToldRelease,
  submissionQuery,
} from './repository.ts';
export {
  countSealed,
  findSealedApplications,
  lockSealed,
  SEALED_PLACES,
  setSealed,
} from './sealed-repository.ts';
export {
  addStatus,
  hasStatus,
  listStatuses,
  removeStatus,
  sortStatuses,
  statusesQuery,
} from './status-repository.ts';

/**
 * The logged-in applicant's application. Logging in makes the one of its form; another form's is made when it is first asked
 * for. From here on everything goes by the application's own id.
 */
export async function readApplication(db: Db, own: OwnApplication, now: Date): Promise<ShownApplication> {
  const application = await selectOwn(db, own);
  if (application) return application;
  await createApplicationIfMissing(db, own, now);
  const made = await selectOwn(db, own);
  if (!made) throw new Error('An application could not be created.');
  return made;
}

/** The applications of the account with this address, the newest first. */
export async function findApplicationsByEmail(db: Db, email: string): Promise<readonly ApplicationRow[]> {
  const account = await findAccount(db, email);
  return account ? selectAllOf(db, account.id) : [];
}

/**
 * An application, locked until the transaction ends: every change goes through here,
 * so that saves, submissions and the tabs of one applicant follow one another.
 */
export async function lockApplication(tx: Tx, own: OwnApplication, now: Date): Promise<ShownApplication> {
  const application = await lockOwn(tx, own);
  if (application) return application;
  await createApplicationIfMissing(tx, own, now);
  const made = await lockOwn(tx, own);
  if (!made) throw new Error('An application could not be created.');
  return made;
}

/** As lockApplication(), for changes that end with the submission: after it 409 locked. */
export async function lockForChange(tx: Tx, own: OwnApplication, now: Date): Promise<ShownApplication> {
  const { application, submission } = await lockWithSubmission(tx, own);
  if (submission) throw new ApiError('locked');
  return application ?? lockApplication(tx, own, now);
}

/** As lockForChange(), with who wrote the answers to these questions last. */
export async function lockForSave(
  tx: Tx,
  own: OwnApplication,
  keys: readonly string[],
  now: Date,
): Promise<ApplicationToSave> {
  const { application, submission } = await lockToSave(tx, own, keys);
  if (submission) throw new ApiError('locked');
  if (application) return application;
  // Another request that has just created it may have saved answers as well.
  await lockApplication(tx, own, now);
  return lockForSave(tx, own, keys, now);
}
