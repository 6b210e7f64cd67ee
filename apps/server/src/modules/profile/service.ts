import { type Profile, pagePaths } from '@firstyear/api-contract';
import type { Form } from '@firstyear/application-form';
import type { Db } from '../../db/transaction.ts';
import { ApiError } from '../../plugins/errors.ts';
import type { Session } from '../../plugins/session.ts';
import { listLogins } from '../account/service.ts';
import type { AnswerReader } from '../answers/answer-reader.ts';
import { findSubmission, readApplication, setLastPage } from '../application/service.ts';
import { readDocuments } from '../documents/service.ts';
import { listStatuses } from '../status/service.ts';

/** Everything the applicant's own browser needs to know at the start. */
export async function readProfile(db: Db, answers: AnswerReader, session: Session): Promise<Profile> {
  const application = await readApplication(db, session.accountId);
  const [logins, statuses, submission, documents] = await Promise.all([
    listLogins(db, session.accountId),
    listStatuses(db, application.id),
    findSubmission(db, application.id),
    readDocuments(db, application.id),
  ]);
  return {
    username: session.username,
    last_page: application.last_page,
    successful_login: logins.map((at) => at.toISOString()),
    web_status: statuses.map((status) => ({
      web_status: status.web_status,
      created_at: status.created_at.toISOString(),
    })),
    answer: answers.read(application),
    document_answer: documents,
    ...(submission && {
      submitted_at: submission.submitted_at.toISOString(),
      confirmation_number: submission.confirmation_number,
    }),
  };
}

/** Remembers the form page the applicant was on; raises bad_request for anything but a page of the form. */
export async function keepLastPage(db: Db, form: Form, accountId: string, path: string): Promise<void> {
  if (!pagePaths(form).some((page) => page === path)) throw new ApiError('bad_request');
  const { id } = await readApplication(db, accountId);
  await setLastPage(db, id, path);
}
