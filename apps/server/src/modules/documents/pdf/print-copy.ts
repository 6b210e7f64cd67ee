import { buffer } from 'node:stream/consumers';
import { links, PARAMETERS, type PrintScope } from '@firstyear/api-contract/addresses';
import { nameOf } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { ENGLISH, type Language, languageCode } from '@firstyear/words';
import { formatDate, formatMoment } from '@firstyear/words/format';
import { print } from '@firstyear/words/print';
import type { PrintingBrowser, RunningHead } from '../../../adapters/browser/browser.ts';
import type { FileStore } from '../../../adapters/object-store/object-store.ts';
import { type ServedForms, servedFor, servedIn } from '../../../config/served-forms.ts';
import { type Db, inTransaction } from '../../../db/transaction.ts';
import type { WorkerClaim } from '../../../db/worker-claim.ts';
import { forgetObjects } from '../../../jobs/all-jobs.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.ts';
import { mintServiceToken, revokeToken } from '../../accounts/access-token/service.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import { readableIn } from '../../application/releases/service.ts';
import { type ApplicationRow, findApplicationById } from '../../application/row/application.ts';
import { findSubmission } from '../../application/row/submission.ts';
import { readContent } from '../../application/submission/content.ts';
import {
  claimCopy,
  completeCopy,
  deleteCopy,
  deleteOutdatedCopies,
  lockCopy,
  type PdfCopyRow,
  releaseCopy,
  selectCopy,
  selectCopyById,
} from './repository.ts';
import { isBeingPrinted } from './service.ts';

export interface SheetFacts {
  readonly partner: Pick<PartnerConfig, 'pdf_name' | 'application_title' | 'time_zone'>;
  readonly language: Language;
  /** The applicant's name; may be empty. */
  readonly applicant: string;
  readonly submission: { readonly confirmation_number: string; readonly submitted_at: Date } | undefined;
  /** When the answers were last changed. */
  readonly changedAt: Date;
}

/** What every sheet says of its state: a draft of which moment, or the submission it belongs to. */
export function stateLine({ partner, language, submission, changedAt }: Omit<SheetFacts, 'applicant'>): string {
  const words = print.in(language);
  if (!submission) return words.draft({ moment: formatMoment(language, partner.time_zone, changedAt) });
  const day = formatDate(language, partner.time_zone, submission.submitted_at);
  return words.submitted({ day, number: submission.confirmation_number });
}

/** The PDF's title, as readers show it. */
export function documentTitle(facts: SheetFacts): string {
  const { pdf_name, application_title } = facts.partner;
  return [`${pdf_name} - ${application_title}`, facts.applicant].filter((part) => part !== '').join(': ');
}

/** The head of every sheet. */
export function runningHead(facts: SheetFacts): RunningHead {
  const { partner, language, applicant, submission } = facts;
  const title = `${partner.pdf_name} - ${partner.application_title}`;
  const sheet = print.in(language).sheet({ page: '{page}', pages: '{pages}' });
  return { title, name: applicant, state: stateLine(facts), isStateStrong: submission === undefined, sheet };
}

export interface PrintDependencies {
  readonly db: Db;
  readonly forms: ServedForms;
  readonly clock: () => Date;
  readonly answers: AnswerReader;
  readonly browser: PrintingBrowser;
  readonly objects: FileStore;
  /** Where the browser gets the page to print, without a closing slash; see print-page.ts. */
  readonly internalUrl: string;
}

export interface PrintCopyDependencies extends PrintDependencies {
  readonly jobs: Jobs;
  readonly claim: WorkerClaim;
}

const TOKEN_LIFE_MS = 5 * MINUTE_MS;
/** Longer than a link lives, so that no link in use loses its file. */
const OUTDATED_RETENTION_MS = HOUR_MS;

/** The application as it is now, printed in a language; nothing when there is none. */
export async function printApplication(
  deps: PrintDependencies,
  applicationId: string,
  scope: PrintScope = 'all',
  asked: Language = ENGLISH,
): Promise<Uint8Array | undefined> {
  const { db, forms } = deps;
  const application = await findApplicationById(db, applicationId);
  if (!application) return undefined;
  const { content, form } = await readContent(deps, application);
  const applicant = nameOf(form, content.answers);
  const submission = await findSubmission(db, applicationId);
  const served = servedFor(forms, application);
  const language = readableIn(form, served.form, asked);
  const { partner } = servedIn(served, language);
  const facts = { partner, language, applicant, submission, changedAt: application.updated_at };
  const service = await mintServiceToken(db, applicationId, TOKEN_LIFE_MS, deps.clock());
  try {
    const url = `${links.serviceView(deps.internalUrl, forms.first.form, service.token, scope)}&${PARAMETERS.language}=${languageCode(language)}`;
    return await deps.browser.print({ url, title: documentTitle(facts), head: runningHead(facts) });
  } finally {
    await revokeToken(db, service.id);
  }
}

/** Deletes the copies of earlier versions. Their files follow when no backup needs them any more. */
async function deleteOutdated({ db, jobs, clock }: PrintCopyDependencies, copy: PdfCopyRow): Promise<void> {
  const before = new Date(clock().getTime() - OUTDATED_RETENTION_MS);
  await inTransaction(db, async (tx) => {
    const keys = await deleteOutdatedCopies(tx, copy, before);
    if (keys.length > 0) await jobs.send(forgetObjects, { keys }, tx);
  });
}

/**
 * The copy, claimed for this worker. Nothing when it is gone, already there, or another living worker prints it. A copy
 * whose worker died is taken over.
 */
async function beginPrint(deps: PrintCopyDependencies, copyId: string, claim: number): Promise<PdfCopyRow | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const copy = await lockCopy(tx, copyId);
    if (!copy || copy.status === 'COMPLETED' || (await isBeingPrinted(tx, copy))) return undefined;
    await claimCopy(tx, copyId, claim);
    return copy;
  });
}

/**
 * Prints one copy and stores it. Runs as often as it takes: a copy that is there is left alone, one of a version that has
 * passed is dropped unprinted, since nobody is given it any more. When it throws, the copy waits for the next try, or is
 * FAILED when this was the last.
 */
export async function printCopy(deps: PrintCopyDependencies, copyId: string, isLastTry: boolean): Promise<void> {
  const claim = await deps.claim.current();
  const copy = await beginPrint(deps, copyId, claim);
  if (!copy) return;
  if ((await findApplicationById(deps.db, copy.application_id))?.version !== copy.version) {
    await deleteCopy(deps.db, copy.id);
    return;
  }
  try {
    const content = await printApplication(deps, copy.application_id, 'all', languageOf(copy.language));
    if (!content) return;
    const objectKey = `pdf/${copy.id}.pdf`;
    await deps.objects.put(objectKey, content);
    const isKept = await completeCopy(deps.db, copy.id, claim, { objectKey, now: deps.clock() });
    // Deleted with its application meanwhile: nobody else would remove the file.
    if (!isKept && !(await selectCopyById(deps.db, copy.id))) await deps.objects.delete(objectKey);
  } catch (error) {
    const status = isLastTry ? 'FAILED' : 'UNPROCESSED';
    await releaseCopy(deps.db, copy.id, claim, { status, now: deps.clock() });
    throw error;
  }
  await deleteOutdated(deps, copy);
}

/** The application as it is now, as a PDF in English: the copy that was printed of it already, else a new print. */
export async function readOrPrint(
  deps: PrintDependencies,
  application: Pick<ApplicationRow, 'id' | 'version'>,
): Promise<Uint8Array | undefined> {
  const copy = await selectCopy(deps.db, application.id, application.version);
  const isPrinted = copy?.status === 'COMPLETED' && copy.language === null;
  const stored = isPrinted && copy.object_key !== null && (await deps.objects.get(copy.object_key));
  return stored ? buffer(stored.stream) : printApplication(deps, application.id);
}
