import type { Profile } from '@firstyear/api-contract/application';
import { releaseOf } from '@firstyear/form-engine';
import type { Language } from '@firstyear/words';
import type { Compilable } from 'kysely';
import { inTransaction } from '../../../db/transaction.ts';
import type { Applicant } from '../../../plugins/applicant.ts';
import { loginsQuery } from '../../accounts/account/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import type { AnswerService } from '../answers/service.ts';
import { draftForm } from '../releases/page-release.ts';
import { formOf, otherDefinition } from '../releases/service.ts';
import { applicationQuery, lockApplication, readApplication } from '../row/application.ts';
import { findSubmission, sortStatuses, statusesQuery, submissionQuery } from '../row/submission.ts';
import { documentAnswersOf, filesQuery } from '../uploads/service.ts';

type ProfileDependencies = Pick<AppDependencies, 'db' | 'forms' | 'clock'> & {
  readonly answers: Pick<AnswerService, 'read' | 'drafts'>;
};

/** Everything that the applicant's browser needs when it starts. */
export async function readProfile(
  deps: ProfileDependencies,
  applicant: Applicant,
  language: Language,
): Promise<Profile> {
  const { db, answers } = deps;
  const { accountId, username, served } = applicant;
  const { row, logins, statuses, submission, files } = await db.connection().execute(async (one) => {
    const read = async <Row>(query: Compilable<Row>) => (await one.executeQuery(query)).rows;
    return {
      row: (await read(applicationQuery(one, applicant)))[0],
      logins: await read(loginsQuery(one, accountId)),
      statuses: await read(statusesQuery(one, applicant)),
      submission: (await read(submissionQuery(one, applicant)))[0],
      files: await read(filesQuery(one, applicant)),
    };
  });
  const application = row ?? (await readApplication(db, applicant, deps.clock()));
  const draft = submission ? undefined : await draftForm(db, application, served);
  if (draft?.age === 'older') {
    await inTransaction(db, async (tx) => {
      const locked = await lockApplication(tx, applicant, deps.clock());
      if (!(await findSubmission(tx, locked.id))) await answers.drafts.migrate(tx, locked, served);
    });
    return readProfile(deps, applicant, language);
  }
  const changes = draft?.age === 'same' ? await answers.drafts.findUnseenChanges(db, application, served) : undefined;
  const release = draft && releaseOf(draft.form);
  const form = submission && otherDefinition(await formOf(deps, application, submission), served.form, language);
  return {
    username,
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
    ...(!submission && row?.extended_until && { extended_until: row.extended_until.toISOString() }),
    ...(form && { form }),
    ...(release && { release }),
    ...(changes && { changes }),
  };
}
