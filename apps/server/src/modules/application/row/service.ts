import type { Db, Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { findAccount } from '../../accounts/account/service.ts';
import { type ApplicationToSave, lockToSave } from './answers-repository.ts';
import {
  type ApplicationRow,
  createApplicationIfMissing,
  lockByAccount,
  lockWithSubmission,
  type ShownApplication,
  selectByAccount,
  selectWholeByAccount,
} from './repository.ts';

export {
  type AnswerVersions,
  type ApplicationToSave,
  findAnswerVersions,
  noteAnswerVersions,
  saveAnswers,
} from './answers-repository.ts';
export {
  type ApplicationFilter,
  countApplications,
  type ExportRow,
  type ListedApplication,
  listApplicationsAfter,
  listNewestApplications,
  listSubmittedFilesAfter,
  searchApplications,
} from './office-repository.ts';
export {
  type ApplicationRow,
  applicationQuery,
  changeApplication,
  countSealedApplications,
  countSealedSubmissions,
  createApplicationIfMissing,
  endReminders,
  findApplicationById,
  findSealedApplications,
  findSnapshot,
  findSubmission,
  insertSubmission,
  lockApplicationById,
  lockDraftsToRemind,
  lockSealedApplications,
  lockSealedSubmissions,
  noteSubmissionStart,
  type ShownApplication,
  type Snapshot,
  type SubmissionRow,
  setLastPage,
  setRemindersSent,
  setReportedErrors,
  setSealedAnswers,
  setSealedSubmission,
  submissionQuery,
} from './repository.ts';

/**
 * The application of an account: logging in makes one, so one without is a fault of ours. Here and in lockApplication()
 * alone an account becomes an application; everything else goes by the application's own id, so that an account may
 * have another application to another form one day.
 */
export async function readApplication(db: Db, accountId: string): Promise<ShownApplication> {
  return requireApplication(await selectByAccount(db, accountId));
}

/** The application that was read for an account that is logged in. */
export function requireApplication(application: ShownApplication | undefined): ShownApplication {
  if (!application) throw new Error('An account that is logged in has no application.');
  return application;
}

/** The application of the account with this address. */
export async function findApplicationByEmail(db: Db, email: string): Promise<ApplicationRow | undefined> {
  const account = await findAccount(db, email);
  return account && selectWholeByAccount(db, account.id);
}

/**
 * The application of an account, held until the transaction ends: whoever changes it goes through here,
 * so that saves, submissions and the tabs of one applicant follow one another.
 */
export async function lockApplication(tx: Tx, accountId: string, now: Date): Promise<ShownApplication> {
  const application = await lockByAccount(tx, accountId);
  if (application) return application;
  await createApplicationIfMissing(tx, accountId, now);
  const made = await lockByAccount(tx, accountId);
  if (!made) throw new Error('An application could not be created.');
  return made;
}

/** As lockApplication(), for changes that end with the submission: after it 409 locked. */
export async function lockForChange(tx: Tx, accountId: string, now: Date): Promise<ShownApplication> {
  const { application, submission } = await lockWithSubmission(tx, accountId);
  if (submission) throw new ApiError('locked');
  return application ?? lockApplication(tx, accountId, now);
}

/** As lockForChange(), with who wrote the answers to these questions last. */
export async function lockForSave(
  tx: Tx,
  accountId: string,
  keys: readonly string[],
  now: Date,
): Promise<ApplicationToSave> {
  const { application, submission } = await lockToSave(tx, accountId, keys);
  if (submission) throw new ApiError('locked');
  if (application) return application;
  // Whoever else has just made it may have saved answers as well.
  await lockApplication(tx, accountId, now);
  return lockForSave(tx, accountId, keys, now);
}
