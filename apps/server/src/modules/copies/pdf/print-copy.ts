import { buffer } from 'node:stream/consumers';
import { links, PARAMETERS } from '@firstyear/api-contract/addresses';
import { nameOf } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { ENGLISH, type Language, languageCode } from '@firstyear/words';
import { formatDate, formatMoment } from '@firstyear/words/format';
import { serviceView } from '@firstyear/words/service-view';
import type { PrintingBrowser, RunningHead } from '../../../adapters/browser/browser.ts';
import type { FileStore } from '../../../adapters/object-store/object-store.ts';
import { servedFor, servedIn } from '../../../config/served-forms.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { WorkerClaim } from '../../../db/worker-claim.ts';
import { A_WEEK_LATER, forgetObjects } from '../../../jobs/all-jobs.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import { HOUR_MS, MINUTE_MS } from '../../../process/durations.ts';
import { mintServiceToken, revokeToken } from '../../accounts/access-token/service.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import { readableIn } from '../../application/releases/service.ts';
import { type ApplicationRow, findApplicationById } from '../../application/row/application.ts';
import { findSubmission } from '../../application/row/submission.ts';
import { readContent } from '../../application/submission/content.ts';
import type { AppDependencies } from '../../dependencies.ts';
import {
  claimCopy,
  completeCopy,
  deleteCopy,
  deleteOutdatedCopies,
  isBeingPrinted,
  lockCopy,
  type PdfCopyRow,
  releaseCopy,
  selectCopy,
  selectCopyById,
} from './service.ts';

interface SheetFacts {
  readonly partner: Pick<PartnerConfig, 'pdf_name' | 'application_title' | 'time_zone'>;
  readonly language: Language;
  /** The applicant's name; may be empty. */
  readonly applicant: string;
  readonly submission: { readonly confirmation_number: string; readonly submitted_at: Date } | undefined;
  /** When the answers were last changed. */
  readonly changedAt: Date;
}

/** The line on every sheet with the time of a draft, or the submission. */
export function stateLine({ partner, language, submission, changedAt }: Omit<SheetFacts, 'applicant'>): string {
  const words = serviceView.in(language);
  if (!submission) return words.draft({ moment: formatMoment(language, partner.time_zone, changedAt) });
  const day = formatDate(language, partner.time_zone, submission.submitted_at);
  return words.submitted({ day, number: submission.confirmation_number });
}

/** The title that PDF readers show. */
export function documentTitle(facts: SheetFacts): string {
  const { pdf_name, application_title } = facts.partner;
  return [`${pdf_name} - ${application_title}`, facts.applicant].filter((part) => part !== '').join(': ');
}

/** The head of every sheet. */
export function runningHead(facts: SheetFacts): RunningHead {
  const { partner, language, applicant, submission } = facts;
  const title = `${partner.pdf_name} - ${partner.application_title}`;
  const sheet = serviceView.in(language).sheet({ page: '{page}', pages: '{pages}' });
  return { title, name: applicant, state: stateLine(facts), isStateStrong: submission === undefined, sheet };
}

export interface PrintDependencies extends Pick<AppDependencies, 'db' | 'forms' | 'clock'> {
  readonly answers: AnswerReader;
  readonly browser: PrintingBrowser;
  readonly objects: FileStore;
  /** The origin of the pages to print; see print-page.ts. */
  readonly internalUrl: string;
}

export interface PrintCopyDependencies extends PrintDependencies {
  readonly jobs: Jobs;
  readonly claim: WorkerClaim;
}

const TOKEN_LIFE_MS = 5 * MINUTE_MS;
/** Longer than the life of a link, so that no link loses its file. */
const OUTDATED_RETENTION_MS = HOUR_MS;

/** Prints the application as it is now, if it exists; for the office without its sealed answers. */
export async function printApplication(
  deps: PrintDependencies,
  applicationId: string,
  requestedLanguage: Language = ENGLISH,
  isSealed = false,
): Promise<Uint8Array | undefined> {
  const { db, forms } = deps;
  const application = await findApplicationById(db, applicationId);
  if (!application) return undefined;
  const { content, form } = await readContent(deps, application);
  const applicant = nameOf(form, content.answers);
  const submission = await findSubmission(db, applicationId);
  const served = servedFor(forms, application);
  const language = readableIn(form, served.form, requestedLanguage);
  const { partner } = servedIn(served, language);
  const facts = { partner, language, applicant, submission, changedAt: application.updated_at };
  const { id, token } = await mintServiceToken(db, applicationId, TOKEN_LIFE_MS, deps.clock());
  try {
    const view = links.serviceView(deps.internalUrl, forms.first.form, token);
    const url = `${view}&${PARAMETERS.language}=${languageCode(language)}${isSealed ? `&${PARAMETERS.sealed}=1` : ''}`;
    return await deps.browser.print({ url, title: documentTitle(facts), head: runningHead(facts) });
  } finally {
    await revokeToken(db, id);
  }
}

/** Claims the copy for this worker. Undefined if it is deleted, printed, or claimed by a living worker. */
function beginPrint(deps: PrintCopyDependencies, copyId: string, claim: number): Promise<PdfCopyRow | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const copy = await lockCopy(tx, copyId);
    if (!copy || copy.status === 'COMPLETED' || (await isBeingPrinted(tx, copy))) return undefined;
    await claimCopy(tx, copyId, claim);
    return copy;
  });
}

/**
 * Prints one copy, stores it, and deletes copies of earlier versions. Idempotent: doesn't change a printed copy, and deletes an
 * unprinted copy of an earlier version. When it throws, the copy waits for the next try, or is FAILED after the last one.
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
    const content = await printApplication(deps, copy.application_id, languageOf(copy.language), copy.is_sealed);
    if (!content) return;
    const objectKey = `pdf/${copy.id}.pdf`;
    await deps.objects.put(objectKey, content);
    const isKept = await completeCopy(deps.db, copy.id, claim, { objectKey, now: deps.clock() });
    // The copy was deleted with its application meanwhile, and no job will delete the file.
    if (!isKept && !(await selectCopyById(deps.db, copy.id))) await deps.objects.delete(objectKey);
  } catch (error) {
    const status = isLastTry ? 'FAILED' : 'UNPROCESSED';
    await releaseCopy(deps.db, copy.id, claim, { status, now: deps.clock() });
    throw error;
  }
  const before = new Date(deps.clock().getTime() - OUTDATED_RETENTION_MS);
  await inTransaction(deps.db, async (tx) => {
    const keys = await deleteOutdatedCopies(tx, copy, before);
    const forgotten = { keys, application_id: copy.application_id };
    if (keys.length > 0) await deps.jobs.send(forgetObjects, forgotten, tx, A_WEEK_LATER);
  });
}

/** The application as it is now, as a PDF in English: a stored copy, or else a new print. */
export async function readOrPrint(
  deps: PrintDependencies,
  application: Pick<ApplicationRow, 'id' | 'version'>,
): Promise<Uint8Array | undefined> {
  const copy = await selectCopy(deps.db, application);
  const isPrinted = copy?.status === 'COMPLETED' && copy.language === null;
  const stored = isPrinted && copy.object_key !== null && (await deps.objects.get(copy.object_key));
  return stored ? buffer(stored.stream) : printApplication(deps, application.id);
}
