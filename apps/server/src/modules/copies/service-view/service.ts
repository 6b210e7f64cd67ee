import type { serviceApplication } from '@firstyear/api-contract/application';
import type { ResponseOf } from '@firstyear/api-contract/call';
import { ENGLISH } from '@firstyear/words';
import { type ServedForms, servedFor } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { MINUTE_MS } from '../../../process/durations.ts';
import { mintServiceToken, readServiceToken } from '../../accounts/access-token/service.ts';
import { type AnswerReader, withoutSealed } from '../../application/answers/sealed-answers.ts';
import { otherDefinition } from '../../application/releases/service.ts';
import { findApplicationById } from '../../application/row/application.ts';
import { listCorrections } from '../../application/row/submission.ts';
import { readContent } from '../../application/submission/content.ts';
import { audit, operatorActor } from '../../audit/service.ts';

interface ServiceViewDependencies {
  readonly db: Db;
  readonly forms: ServedForms;
  readonly clock: () => Date;
}

/**
 * The whole application as the applicant sees it, or as it was submitted, with its sealed answers unless `isSealed`. Audited with the
 * network of a reader; without one it's our own print, which is audited when somebody opens it. 404 token_not_found when the token is
 * unknown or has expired.
 */
export async function openServiceView(
  deps: ServiceViewDependencies & { readonly answers: AnswerReader },
  token: string,
  network: string | undefined,
  language = ENGLISH,
  isSealed = false,
): Promise<ResponseOf<typeof serviceApplication>> {
  const now = deps.clock();
  const serviceToken = await readServiceToken(deps.db, token, now);
  const application = serviceToken && (await findApplicationById(deps.db, serviceToken.applicationId));
  if (!application) throw new ApiError('token_not_found');
  const { id: application_id, account_id: accountId } = application;
  if (network !== undefined) {
    const by = { kind: 'service_link', tokenId: serviceToken.id, network } as const;
    await audit(deps.db, { kind: 'service_view', by, accountId, detail: { application_id }, at: now });
  }
  const served = servedFor(deps.forms, application);
  const { content, form, snapshot } = await readContent(deps, application);
  const { answers, add_another, documents, tabs } = content;
  const corrections = (await listCorrections(deps.db, [application.id])).map(({ corrected_at, changed_keys }) => ({
    day: corrected_at.toLocaleDateString('sv-SE', { timeZone: served.partner.time_zone }),
    keys: [...changed_keys],
  }));
  const documentAnswers = Object.entries(documents).map(([key, { file_name, file_size }]) => [
    key,
    { file_name, file_size },
  ]);
  const { first } = deps.forms;
  const other = otherDefinition(form, first.form, language);
  const { sealed_answers } = snapshot ?? application;
  const { application_title, pdf_name, pdf_pages, intended_student_type } = served.partner;
  return {
    answer: isSealed ? withoutSealed(answers, [form, served.form], sealed_answers) : answers,
    ...(isSealed && { sealed_keys: Object.keys(sealed_answers) }),
    add_another,
    document_answer: Object.fromEntries(documentAnswers),
    tabs,
    ...(other && { form: other }),
    ...(corrections.length > 0 && { corrections }),
    ...(served !== first && {
      partner: { application_title, pdf_name, pdf_pages: [...pdf_pages], intended_student_type },
    }),
  };
}

/** A new token with which staff can read one application for some minutes. Audited. */
export async function mintStaffToken(
  deps: Omit<ServiceViewDependencies, 'forms'> & { readonly operator: string },
  application: { readonly id: string; readonly account_id: string },
  minutes: number,
): Promise<string> {
  const now = deps.clock();
  const { id, token } = await mintServiceToken(deps.db, application.id, minutes * MINUTE_MS, now);
  const detail = { application_id: application.id, minutes };
  const by = { ...operatorActor(deps), tokenId: id };
  await audit(deps.db, { kind: 'service_link', by, accountId: application.account_id, detail, at: now });
  return token;
}
