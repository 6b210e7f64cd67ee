import { links } from '@firstyear/api-contract/addresses';
import type { PayloadOf, ResponseOf } from '@firstyear/api-contract/call';
import type { HelpStudent, helpDecline, helpLook, helpPaper, helpUpload } from '@firstyear/api-contract/helpers';
import { type Answers, EMAIL_PATTERN, type Form, nameOf, type Role, textOfRole } from '@firstyear/form-engine';
import { type Language, languageCode } from '@firstyear/words';
import { servedFor, servedIn } from '../../../config/served-forms.ts';
import { hashToken, isToken } from '../../../crypto/tokens.ts';
import { type Db, inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import { audit } from '../../audit/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { greeting } from '../../mail/letter.ts';
import { queueMail } from '../../mail/service.ts';
import { allowPaper, type PaperDependencies, type PaperSender, takePaper } from '../items/papers.ts';
import { findItem, inOrder, listItemsOf, listPapersOf, toPaper, wordsOfItem } from '../items/service.ts';
import { readStanding } from '../row/list-row.ts';
import { listSomeAnswers } from '../row/listing.ts';
import { helpStateOf, isAwaited, papersFor } from './help-state.ts';
import { asAddress, helperDeclinedMail } from './helper-mails.ts';
import { declineRequest, findByLink, type HelperRow, listOpenRequests, type RequestRow } from './repository.ts';

type LookDependencies = Pick<AppDependencies, 'db' | 'clock' | 'forms'>;

/** The helper of a link; 404 wrong_help_link for an unknown or expired one. */
async function requireHelper(db: Db, token: string, now: Date): Promise<HelperRow> {
  const helper = isToken(token) ? await findByLink(db, hashToken(token), now) : undefined;
  if (!helper) throw new ApiError('wrong_help_link');
  return helper;
}

/** The answers that the holder of a link sees. */
const SHOWN_ROLES = [
  ...(['given_name', 'family_name', 'school'] as const),
  ...(['graduation_year', 'graduation_month'] as const),
] as const satisfies readonly Role[];

/** Such as 2027-05. */
function graduationOf(form: Form, answers: Answers): string {
  const [year, month] = [textOfRole(form, answers, 'graduation_year'), textOfRole(form, answers, 'graduation_month')];
  return year === '' || month === '' ? '' : `${year}-${month.padStart(2, '0')}`;
}

/** Everything that the holder of a link may see: the name, school and graduation of each student who asks, and the requested papers. */
export async function look(
  { db, clock, forms }: LookDependencies,
  { token }: PayloadOf<typeof helpLook>,
  language: Language,
): Promise<ResponseOf<typeof helpLook>> {
  const helper = await requireHelper(db, token, clock());
  const requests = await listOpenRequests(db, helper.id);
  const ids = requests.map(({ application_id }) => application_id);
  const keys = forms.all.flatMap(({ form }) => SHOWN_ROLES.flatMap((role) => form.roles[role] ?? []));
  const rows = new Map((await listSomeAnswers(db, ids, keys)).map((row) => [row.id, row]));
  const items = await listItemsOf(db, ids);
  const papers = papersFor(helper.email, await listPapersOf(db, ids));
  const toStudent = ({ id, application_id, is_waived }: RequestRow): readonly HelpStudent[] => {
    const row = rows.get(application_id);
    if (row === undefined || row.status === 'withdrawn') return [];
    const { form, partner } = servedIn(servedFor(forms, row), language);
    const { answers } = row;
    return [
      {
        id,
        is_waived,
        name: nameOf(form, answers),
        school: textOfRole(form, answers, 'school'),
        graduation: graduationOf(form, answers),
        items: inOrder(partner, items).flatMap((item) => {
          const state = item.application_id === application_id ? helpStateOf(item, papers) : undefined;
          if (state === undefined) return [];
          return [
            {
              id: item.id,
              state,
              title: wordsOfItem(partner, item).title,
              text: partner.items?.find(({ id }) => id === item.rule)?.helper_text ?? '',
              returned_words: state === 'again' ? item.returned_words : '',
              came_at: item.came_at?.toISOString() ?? null,
              papers: papers
                .filter(({ item_id, sent_by }) => item_id === item.id && sent_by === 'helper')
                .map((paper) => toPaper(paper, language)),
            },
          ];
        }),
      },
    ];
  };
  return {
    language: languageCode(language),
    has_other_language: forms.all.some(({ spanish }) => spanish !== undefined),
    students: requests.flatMap(toStudent).filter((student) => student.items.length > 0),
  };
}

/** The open request of a helper for an application. 404 not_found. */
async function requireRequest(db: Db, { id }: HelperRow, applicationId: string | undefined): Promise<RequestRow> {
  const requests = await listOpenRequests(db, id);
  const request = requests.find(({ application_id }) => application_id === applicationId);
  if (request === undefined) throw new ApiError('not_found');
  return request;
}

/** The helper as the sender of papers for an item of a student who asks them. 404 not_found for any other item. */
async function senderOf(
  { db, clock }: PaperDependencies,
  { token, item: id }: Pick<PayloadOf<typeof helpUpload>, 'token' | 'item'>,
  network: string,
): Promise<PaperSender> {
  const helper = await requireHelper(db, token, clock());
  const item = await findItem(db, id);
  const { application_id, is_waived } = await requireRequest(db, helper, item?.application_id);
  return {
    applicationId: application_id,
    sentBy: 'helper',
    helper: { id: helper.id, email: helper.email, isWaived: is_waived === true },
    by: { kind: 'visitor', network },
    check: async (current, { status }, tx) => {
      // The applicant may have asked somebody else meanwhile.
      await requireRequest(tx, helper, application_id);
      const state = helpStateOf(current, []);
      if (status === 'withdrawn' || state === undefined) throw new ApiError('not_found');
      if (state === 'done') throw new ApiError('item_closed');
    },
  };
}

/** Allows one file for an item. 409 item_closed once the office has checked what came. */
export const allowHelp = async (deps: PaperDependencies, payload: PayloadOf<typeof helpUpload>, network: string) =>
  allowPaper(deps, await senderOf(deps, payload, network), payload.item, payload);

/** Takes an uploaded file for an item: it belongs to this one student from now on. */
export async function takeHelp(deps: PaperDependencies, payload: PayloadOf<typeof helpPaper>, network: string) {
  const { token: _, item, ...uploaded } = payload;
  await takePaper(deps, await senderOf(deps, payload, network), item, uploaded);
}

/**
 * Ends a request, and tells the student, who can ask somebody else once the application is submitted. Does nothing the second time, and
 * when nothing is asked of the helper any more. 400 invalid_username for the right person's address.
 */
export async function decline(
  { db, clock, jobs, forms, config }: LookDependencies & Pick<AppDependencies, 'jobs' | 'config'>,
  { token, student, reason, right_email: given }: PayloadOf<typeof helpDecline>,
  network: string,
): Promise<void> {
  const right_email = asAddress(given);
  if (right_email !== '' && !EMAIL_PATTERN.test(right_email))
    throw new ApiError('invalid_username', { words: { id: 'invalid_username_other' } });
  await inTransaction(db, async (tx) => {
    const now = clock();
    const { id: helper_id, email } = await requireHelper(tx, token, now);
    const request = (await listOpenRequests(tx, helper_id)).find(({ id }) => id === student);
    if (!request) return;
    const { application_id } = request;
    const papers = papersFor(email, await listPapersOf(tx, [application_id]));
    if (!(await isAwaited(tx, application_id, papers))) return;
    if (!(await declineRequest(tx, { id: student, helper_id, state: reason, right_email }))) return;
    const standing = await readStanding(tx, application_id);
    const detail = { application_id, helper_id, answer: reason };
    const by = { kind: 'visitor', network } as const;
    await audit(tx, { kind: 'helper_declined', by, accountId: standing.account_id, detail, at: now });
    if (standing.status !== 'submitted') return;
    const language = languageOf(standing.language);
    const { partner } = servedIn(servedFor(forms, standing), language);
    const mail = helperDeclinedMail({
      partner,
      language,
      recipient: standing.email,
      helper: request.name || email,
      reason,
      greeting: greeting(standing.name, language),
      loginUrl: links.login(config.publicUrl),
    });
    await queueMail(tx, jobs, mail, now);
  });
}
