import { links, type PrintScope } from '@firstyear/api-contract';
import { type Form, type PartnerConfig, textOf } from '@firstyear/application-form';
import type { PrintingBrowser } from '../../adapters/browser/browser.ts';
import type { ObjectStore } from '../../adapters/object-store/object-store.ts';
import type { Db } from '../../db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/durations.ts';
import { mintServiceToken, revokeToken } from '../access-token/service.ts';
import type { AnswerService } from '../answers/service.ts';
import { findApplicationById, findSubmission } from '../application/service.ts';
import {
  completeCopy,
  deleteCopy,
  markCopy,
  type PdfCopyRow,
  selectOutdated,
  startCopy,
  whilePrinting,
} from './repository.ts';
import { documentTitle, sheetTemplates } from './sheet-templates.ts';

export interface PrintDependencies {
  readonly db: Db;
  readonly form: Form;
  readonly partner: PartnerConfig;
  readonly clock: () => Date;
  readonly answers: AnswerService;
  readonly browser: PrintingBrowser;
  readonly objects: ObjectStore;
  /** Where the worker reaches the web server, without a closing slash. */
  readonly internalUrl: string;
}

const TOKEN_LIFE_MS = 5 * MINUTE_MS;
/** Longer than a link lives, so that no link in use loses its file. */
const KEEP_OUTDATED_MS = HOUR_MS;

/** The application as it is now, printed; nothing when there is none. */
export async function printApplication(
  deps: PrintDependencies,
  applicationId: string,
  scope: PrintScope = 'all',
): Promise<Uint8Array | undefined> {
  const { db, partner } = deps;
  const application = await findApplicationById(db, applicationId);
  if (!application) return undefined;
  const answers = deps.answers.read(application);
  const applicant = [textOf(answers, 'first_name'), textOf(answers, 'last_name')].filter(Boolean).join(' ');
  const facts = { partner, applicant, submission: await findSubmission(db, applicationId) };
  const service = await mintServiceToken(db, applicationId, TOKEN_LIFE_MS, deps.clock());
  try {
    const url = links.serviceView(deps.internalUrl, deps.form, service.token, scope);
    return await deps.browser.print({ url, title: documentTitle(facts), ...sheetTemplates(facts) });
  } finally {
    await revokeToken(db, service.id);
  }
}

async function forgetOutdated(deps: PrintDependencies, copy: PdfCopyRow): Promise<void> {
  const before = new Date(deps.clock().getTime() - KEEP_OUTDATED_MS);
  for (const { id, object_key } of await selectOutdated(deps.db, copy, before)) {
    if (object_key !== null) await deps.objects.delete(object_key);
    await deleteCopy(deps.db, id);
  }
}

/**
 * Prints one copy and stores it. Runs as often as it takes: a copy that is there is left alone, one of a version that has
 * passed is dropped unprinted, since nobody is given it any more. When it throws, the copy waits for the next try, or is
 * FAILED when this was the last.
 */
export async function printCopy(deps: PrintDependencies, copyId: string, isLastTry: boolean): Promise<void> {
  await whilePrinting(deps.db, copyId, () => printAndStore(deps, copyId, isLastTry));
}

async function printAndStore(deps: PrintDependencies, copyId: string, isLastTry: boolean): Promise<void> {
  const copy = await startCopy(deps.db, copyId);
  if (!copy) return;
  if ((await findApplicationById(deps.db, copy.application_id))?.version !== copy.version) {
    await deleteCopy(deps.db, copy.id);
    return;
  }
  try {
    const content = await printApplication(deps, copy.application_id);
    if (!content) return;
    const key = `pdf/${copy.id}.pdf`;
    await deps.objects.put(key, content);
    await completeCopy(deps.db, copy.id, key, deps.clock());
  } catch (error) {
    await markCopy(deps.db, copy.id, isLastTry ? 'FAILED' : 'UNPROCESSED', deps.clock());
    throw error;
  }
  await forgetOutdated(deps, copy);
}
