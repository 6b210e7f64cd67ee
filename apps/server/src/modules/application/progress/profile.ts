import type { Profile } from '@firstyear/api-contract/application';
import { releaseOf } from '@firstyear/form-engine';
import type { Language } from '@firstyear/words';
import type { ServedForms } from '../../../config/served-forms.ts';
import { sendTogether } from '../../../db/server-dialect.ts';
import { type Db, inTransaction } from '../../../db/transaction.ts';
import type { Applicant } from '../../../plugins/applicant.ts';
import { loginsQuery } from '../../accounts/account/service.ts';
import { documentAnswersOf, filesQuery } from '../../documents/uploads/service.ts';
import type { AnswerService } from '../answers/service.ts';
import { formOf, otherDefinition } from '../releases/service.ts';
import {
  applicationQuery,
  findSubmission,
  lockApplication,
  readApplication,
  sortStatuses,
  statusesQuery,
  submissionQuery,
} from '../row/service.ts';

interface ProfileDependencies {
  readonly db: Db;
  readonly forms: ServedForms;
  readonly answers: Pick<AnswerService, 'read' | 'drafts'>;
  readonly clock: () => Date;
}

/** Everything the applicant's own browser needs to know at the start. */
export async function readProfile(
  deps: ProfileDependencies,
  applicant: Applicant,
  language: Language,
): Promise<Profile> {
  const { db, answers } = deps;
  const { accountId, username, served } = applicant;
  const [[row], logins, statuses, [submission], files] = await sendTogether(db, [
    applicationQuery(db, applicant),
    loginsQuery(db, accountId),
    statusesQuery(db, applicant),
    submissionQuery(db, applicant),
    filesQuery(db, applicant),
  ]);
  const application = row ?? (await readApplication(db, applicant, deps.clock()));
  if (!submission && (await answers.drafts.isDue(db, application, served))) {
    await bringToToday(deps, applicant);
    return readProfile(deps, applicant, language);
  }
  const changes = submission ? undefined : await answers.drafts.untold(db, application, served);
  const release = submission ? '' : releaseOf(served.form);
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
    ...(form && { form }),
    ...(release && { release }),
    ...(changes && { changes }),
  };
}

/** Brings the applicant's draft to the release that serves, unless somebody else has meanwhile, or has submitted it. */
async function bringToToday({ db, answers, clock }: ProfileDependencies, applicant: Applicant): Promise<void> {
  await inTransaction(db, async (tx) => {
    const held = await lockApplication(tx, applicant, clock());
    if (await findSubmission(tx, held.id)) return;
    await answers.drafts.migrate(tx, held, applicant.served);
  });
}
