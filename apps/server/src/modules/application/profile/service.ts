import { type Profile, pagePaths } from '@firstyear/api-contract';
import type { Form } from '@firstyear/form-engine';
import { sendTogether } from '../../../db/server-dialect.ts';
import type { Db } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { Session } from '../../../plugins/session.ts';
import { loginsQuery } from '../../accounts/account/service.ts';
import { documentAnswersOf, filesQuery } from '../../documents/uploads/service.ts';
import type { AnswerReader } from '../answers/answer-reader.ts';
import { applicationQuery, readApplication, requireApplication, setLastPage, submissionQuery } from '../row/service.ts';
import { sortStatuses, statusesQuery } from '../status/service.ts';

/** Everything the applicant's own browser needs to know at the start. */
export async function readProfile(db: Db, answers: AnswerReader, session: Session): Promise<Profile> {
  const { accountId } = session;
  const [[row], logins, statuses, [submission], files] = await sendTogether(db, [
    applicationQuery(db, accountId),
    loginsQuery(db, accountId),
    statusesQuery(db, accountId),
    submissionQuery(db, accountId),
    filesQuery(db, accountId),
  ]);
  const application = requireApplication(row);
  return {
    username: session.username,
    account: accountId,
    last_page: application.last_page,
    successful_login: logins.map(({ at }) => at.toISOString()),
    web_status: sortStatuses(statuses).map((status) => ({
      web_status: status.web_status,
      created_at: status.created_at.toISOString(),
    })),
    answer: answers.read(application),
    document_answer: documentAnswersOf(files),
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
