import { links } from '@firstyear/api-contract/addresses';
import type { helperOther } from '@firstyear/api-contract/ask-helper';
import type { PayloadOf, ResponseOf } from '@firstyear/api-contract/call';
import type { HelperState, helperState } from '@firstyear/api-contract/school-helper';
import { type Answers, EMAIL_PATTERN, type Form, nameOf, textOfRole } from '@firstyear/form-engine';
import { YES } from '@firstyear/form-engine/lists/common';
import { neededItems } from '@firstyear/partner-config';
import { HELPER_MAILS } from '../../../config/limits.ts';
import { type ServedForm, servedFor } from '../../../config/served-forms.ts';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import type { Applicant } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { DAY_MS, SECOND_MS } from '../../../process/durations.ts';
import { audit, byApplicant } from '../../audit/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { countMails, countMailsOf, queueMail } from '../../mail/service.ts';
import { findItem, listPapersOf, wordsOfItem } from '../items/service.ts';
import { lockApplication, readApplication } from '../row/application.ts';
import { readStanding } from '../row/list-row.ts';
import { listApplicationsOf, listSomeAnswers } from '../row/listing.ts';
import { isAwaited, papersFor } from './help-state.ts';
import { asAddress, helperAskedMail } from './helper-mails.ts';
import {
  findRequest,
  insertLink,
  lockHelper,
  lockHelpers,
  markMailed,
  putRequest,
  type RequestRow,
} from './repository.ts';

export {
  listLinks,
  listRequestsOf,
  listRequestsTo,
  readLinkDepth,
} from './repository.ts';

type HelperDependencies = Pick<AppDependencies, 'db' | 'jobs' | 'clock' | 'config'>;
type MailDependencies = Pick<HelperDependencies, 'jobs' | 'config'>;

/** Papers come after the deadline of applications too. */
const LINK_AFTER_CLOSING_MS = 90 * DAY_MS;
const LINK_WITHOUT_TERMS_MS = 365 * DAY_MS;

/** The end of a season for its helpers. */
export function linkEndOf({ partner }: Pick<ServedForm, 'partner'>, now: Date): Date {
  const closings = partner.terms.map(({ closes }) => Date.parse(closes));
  if (closings.length === 0) return new Date(now.getTime() + LINK_WITHOUT_TERMS_MS);
  return new Date(Math.max(now.getTime(), ...closings) + LINK_AFTER_CLOSING_MS);
}

/** Whether an address belongs to the applicant, or to anybody else named in the answers, such as a parent. */
function isOfFamily({ form }: ServedForm, username: string, answers: Answers, email: string): boolean {
  const others = Object.entries(answers).filter(([key]) => key !== form.roles.counselor_email);
  return [username, ...others.map(([, answer]) => answer)].some(
    (text) => typeof text === 'string' && asAddress(text) === email,
  );
}

/** The counselor's address in answers, as helpers are known by it; '' for none. */
export const counselorEmail = (form: Pick<Form, 'roles'>, answers: Answers): string =>
  asAddress(textOfRole(form, answers, 'counselor_email'));

/** An applicant with the submitted answers. */
interface Asking {
  readonly applicant: Applicant;
  readonly applicationId: string;
  readonly answers: Answers;
}

const isSchoolNeeded = ({ applicant: { served }, answers }: Asking): boolean =>
  neededItems(served.partner, answers).some(({ from }) => from === 'school');

/** Whether the limits allow one more mail to this address by this applicant. */
async function mayMail(tx: Tx, accountId: string, recipient: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS);
  const { all } = await countMails(tx, { recipient, kind: 'helper_asked', requester: [], since });
  const own = await countMailsOf(tx, { accountId, kind: 'helper_asked', since });
  return all.count < HELPER_MAILS.toOneAddress && own < HELPER_MAILS.ofOneApplicant;
}

/** Mails a helper a new link as far as the limits of mails allow; returns whether they did. */
async function mailLink(
  tx: Tx,
  { jobs, config }: MailDependencies,
  {
    helperId,
    ...mailed
  }: Omit<Parameters<typeof helperAskedMail>[0], 'url' | 'expiresAt'> & { readonly helperId: string },
  now: Date,
): Promise<boolean> {
  if (!(await mayMail(tx, mailed.accountId, mailed.recipient, now))) return false;
  const token = newToken();
  const expiresAt = linkEndOf(mailed, now);
  await insertLink(tx, { token_hash: hashToken(token), helper_id: helperId, expires_at: expiresAt });
  await queueMail(tx, jobs, helperAskedMail({ ...mailed, url: links.help(config.publicUrl, token), expiresAt }), now);
  return true;
}

/** Asks a helper, and mails a new link as far as the limits of mails allow. 400 helper_address for an address of the family. */
async function ask(
  tx: Tx,
  deps: MailDependencies,
  { applicant, applicationId, answers }: Asking,
  { name, email }: Pick<RequestRow, 'name' | 'email'>,
  now: Date,
): Promise<boolean> {
  const { accountId, served } = applicant;
  if (isOfFamily(served, applicant.username, answers, email)) throw new ApiError('helper_address');
  const earlier = await findRequest(tx, applicationId);
  await lockHelpers(tx, served.season, [email, ...(earlier ? [earlier.email] : [])]);
  const helper = await lockHelper(tx, served.season, email);
  const student = nameOf(served.form, answers);
  const mail = { partner: served.partner, helper: name, student, recipient: email, accountId, helperId: helper.id };
  const isMailed = await mailLink(tx, deps, mail, now);
  const waiver = textOfRole(served.form, answers, 'counselor_waiver');
  await putRequest(tx, {
    application_id: applicationId,
    helper_id: helper.id,
    name,
    is_waived: waiver === '' ? null : waiver === YES,
    created_at: now,
    mailed_at: isMailed ? now : null,
  });
  const detail = { application_id: applicationId, helper_id: helper.id };
  await audit(tx, { kind: 'helper_asked', ...byApplicant(applicant), detail, at: now });
  return isMailed;
}

/**
 * Asks the counselor whom a submitted application names, in the submission's transaction, if the university needs something of the
 * school. A helper from before a reopening stays.
 */
export async function askCounselor(tx: Tx, deps: MailDependencies, asking: Asking, now: Date): Promise<void> {
  const { applicant, applicationId, answers } = asking;
  const { form } = applicant.served;
  const email = counselorEmail(form, answers);
  if (!EMAIL_PATTERN.test(email) || !isSchoolNeeded(asking)) return;
  if (isOfFamily(applicant.served, applicant.username, answers, email)) return;
  if ((await findRequest(tx, applicationId)) !== undefined) return;
  const names = [textOfRole(form, answers, 'counselor_given_name'), textOfRole(form, answers, 'counselor_family_name')];
  await ask(tx, deps, asking, { name: names.filter((part) => part !== '').join(' '), email }, now);
}

/** Mails a helper whose newest paper for an item the office has sent back, or could not be read, while the application is submitted. */
export async function askForReturned(
  tx: Tx,
  { forms, ...deps }: MailDependencies & Pick<AppDependencies, 'forms'>,
  itemId: string,
  why: string,
  now: Date,
): Promise<void> {
  const item = await findItem(tx, itemId);
  if (item === undefined || (item.state !== 'returned' && item.state !== 'awaiting') || item.is_hidden) return;
  const { application_id } = item;
  const request = await findRequest(tx, application_id);
  const papers = await listPapersOf(tx, [application_id]);
  const newest = papers.findLast(({ item_id }) => item_id === item.id);
  if (request?.state !== 'open' || newest?.helper_email !== request.email) return;
  const standing = await readStanding(tx, application_id);
  if (standing.status !== 'submitted') return;
  const { form, partner } = servedFor(forms, standing);
  const keys = [form.roles.given_name, form.roles.family_name].flatMap((key) => key ?? []);
  const [row] = await listSomeAnswers(tx, [application_id], keys);
  const mail = {
    partner,
    helper: request.name,
    student: nameOf(form, row?.answers ?? {}),
    recipient: request.email,
    accountId: standing.account_id,
    helperId: request.helper_id,
    returned: { title: wordsOfItem(partner, item).title, why },
  };
  if (await mailLink(tx, deps, mail, now)) await markMailed(tx, request.id, now);
}

/** Whom the application's newest link was mailed to; undefined if it could not be, or if they can't send anything. */
export async function whoWasMailed(db: Db, applicationId: string): Promise<string | undefined> {
  const request = await findRequest(db, applicationId);
  if (request?.state !== 'open' || request.mailed_at === null) return undefined;
  return request.name || request.email;
}

/** The submitted application of an applicant; undefined before the submission and after a withdrawal. */
async function askingOf(db: Db, applicant: Applicant, applicationId: string): Promise<Asking | undefined> {
  const [row] = await listApplicationsOf(db, [applicationId]);
  if (row?.status !== 'submitted' || !row.snapshot) return undefined;
  return { applicant, applicationId, answers: row.snapshot.content.answers };
}

/** Whether a helper has sent something, and nothing of the school is awaited any more. */
async function isAllSent(db: Db, { application_id, email }: RequestRow): Promise<boolean> {
  const papers = papersFor(email, await listPapersOf(db, [application_id]));
  return papers.some(({ sent_by }) => sent_by === 'helper') && !(await isAwaited(db, application_id, papers));
}

function shown(request: RequestRow, isSent: boolean, now: Date) {
  const { name, email, mailed_at, right_email } = request;
  const state: HelperState = request.state === 'open' && isSent ? 'sent' : request.state;
  const again = mailed_at === null ? now.getTime() : mailed_at.getTime() + HELPER_MAILS.againAfterMs;
  return {
    name,
    email,
    state,
    right_email,
    mailed_at: mailed_at?.toISOString() ?? null,
    again_at: new Date(Math.max(again, now.getTime())).toISOString(),
  };
}

async function readState(db: Db, asking: Asking | undefined, now: Date): Promise<ResponseOf<typeof helperState>> {
  if (asking === undefined) return { helper: null, may_ask: false };
  const request = await findRequest(db, asking.applicationId);
  return {
    helper: request ? shown(request, await isAllSent(db, request), now) : null,
    may_ask: isSchoolNeeded(asking),
  };
}

/** Whom the applicant asks for the papers of the school. */
export async function readHelper(deps: HelperDependencies, applicant: Applicant) {
  const now = deps.clock();
  const { id } = await readApplication(deps.db, applicant, now);
  return readState(deps.db, await askingOf(deps.db, applicant, id), now);
}

const tooSoon = (waitMs: number) =>
  new ApiError('too_many', { headers: { 'retry-after': String(Math.ceil(waitMs / SECOND_MS)) } });

/** 429 within an hour of a helper's newest mail. */
function refuseTooSoon({ mailed_at }: RequestRow, now: Date): void {
  const waitMs = (mailed_at?.getTime() ?? 0) + HELPER_MAILS.againAfterMs - now.getTime();
  if (waitMs > 0) throw tooSoon(waitMs);
}

/** Changes whom an applicant asks, one change after the other. */
function change(
  deps: HelperDependencies,
  applicant: Applicant,
  work: (tx: Tx, asking: Asking, now: Date) => Promise<boolean>,
): Promise<ResponseOf<typeof helperState>> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const { id } = await lockApplication(tx, applicant, now);
    const asking = await askingOf(tx, applicant, id);
    if (asking === undefined || !isSchoolNeeded(asking)) throw new ApiError('wrong_state');
    if (!(await work(tx, asking, now))) throw tooSoon(HELPER_MAILS.againAfterMs);
    return readState(tx, asking, now);
  });
}

/** Mails the helper a new link. 409 wrong_state without a helper who can be asked, 429 too_many within an hour. */
export const askAgain = (deps: HelperDependencies, applicant: Applicant) =>
  change(deps, applicant, async (tx, asking, now) => {
    const request = await findRequest(tx, asking.applicationId);
    if (request === undefined || request.state === 'wrong_person') throw new ApiError('wrong_state');
    refuseTooSoon(request, now);
    return ask(tx, deps, asking, request, now);
  });

/** Asks somebody else from now on. 400 invalid_username, or helper_address for an address of the applicant or the family. */
export const askOther = (deps: HelperDependencies, applicant: Applicant, payload: PayloadOf<typeof helperOther>) =>
  change(deps, applicant, async (tx, asking, now) => {
    const email = asAddress(payload.email);
    if (!EMAIL_PATTERN.test(email)) throw new ApiError('invalid_username', { words: { id: 'invalid_username_other' } });
    const earlier = await findRequest(tx, asking.applicationId);
    if (earlier?.email === email) refuseTooSoon(earlier, now);
    return ask(tx, deps, asking, { name: payload.name, email }, now);
  });
