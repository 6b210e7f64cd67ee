import { setTimeout } from 'node:timers/promises';
import type { DocumentConverter } from './adapters/converter/converter.ts';
import { localConverter, removeAbandonedFolders } from './adapters/converter/local-converter.ts';
import { clamavScanner } from './adapters/scanner/clamav-scanner.ts';
import type { Config } from './config/config.ts';
import { convertDocumentHandler } from './jobs/convert-document.handler.ts';
import { forgetObjectsHandler } from './jobs/forget-objects.handler.ts';
import { type Jobs, startJobWorker } from './jobs/jobs.ts';
import type { Log } from './log/log.ts';
import type { ConvertDependencies } from './modules/documents/convert-one.ts';
import type { AwaitedPart } from './modules/documents/problems.ts';
import { failOverdue, releaseDeadClaims, resendJobs, resumeAwaited } from './modules/documents/reconcile.ts';

export interface ConvertingSettings {
  readonly config: Pick<Config, 'databaseUrl' | 'clamavAddress' | 'searchPath'>;
  readonly log: Log;
  /** Told when the queue of conversions cannot be opened. */
  readonly onFailure: (error: unknown) => void;
  /** How often what was left behind is looked after; tests make it short. */
  readonly reconcileEveryMs?: number;
  /** Given by tests; otherwise the programs of this machine. */
  readonly converter?: DocumentConverter;
}

const CONCURRENCY = 2;
const RECONCILE_EVERY_MS = 15_000;

function warnOfMissingParts(converter: DocumentConverter, log: Log): void {
  if (!converter.has('pdf')) {
    log.warn('qpdf is not installed, so uploaded PDF and Word files wait. To get it: apt-get install qpdf');
  } else if (!converter.has('word')) {
    log.warn(
      'LibreOffice is not installed, so uploaded Word files wait. To get it: apt-get install libreoffice-writer-nogui',
    );
  }
}

function converterOf({ converter, config, log }: ConvertingSettings): DocumentConverter {
  if (converter) return converter;
  const local = localConverter({ searchPath: config.searchPath, concurrency: CONCURRENCY });
  if (local.isolation !== 'namespaces') {
    log.warn(
      'Uploaded files are converted without a sandbox of their own, because this machine lacks bubblewrap or forbids user namespaces. They still run with limits on time and memory.',
    );
  }
  warnOfMissingParts(local, log);
  return local;
}

/**
 * Converts uploaded documents as they arrive, deletes files that are no longer needed, and looks after conversions that
 * were left behind: by workers that died, by parts that were missing, by whatever got stuck.
 */
export function startConverting(
  settings: ConvertingSettings,
  deps: Omit<ConvertDependencies, 'jobs' | 'converter' | 'scanner'>,
): { readonly ready: Promise<void>; stop(): Promise<void> } {
  const { config, log } = settings;
  const stopped = new AbortController();
  const converter = converterOf(settings);
  const scanner = config.clamavAddress === undefined ? undefined : clamavScanner(config.clamavAddress);
  const { claim } = deps;

  /** The claim at the last look: another one shows that the connection to the database was lost. */
  let known: number | undefined;

  const reconcile = async (jobs: Jobs) => {
    const withJobs = { ...deps, jobs };
    const parts = ['pdf', 'word'] as const satisfies readonly AwaitedPart[];
    try {
      const count = await releaseDeadClaims(withJobs);
      const current = await claim.current();
      if (known !== undefined && known !== current) await resendJobs(withJobs);
      known = current;
      if (count > 0) log.warn({ count }, 'conversions left by a worker that died were started again');
      await failOverdue(withJobs);
      await resumeAwaited(withJobs, [...parts.filter((part) => converter.has(part)), 'scanner']);
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'checking on conversions failed');
    }
  };

  const start = async (): Promise<Jobs> => {
    await removeAbandonedFolders();
    // Handlers send jobs too (files to forget): through the same queue that wakes them.
    const handlers = (jobs: Jobs) => [
      convertDocumentHandler({ ...deps, jobs, converter, scanner, claim }, CONCURRENCY),
      forgetObjectsHandler(deps.objects),
    ];
    return startJobWorker(config.databaseUrl, handlers, log);
  };

  const worker = start();
  const reconciling = worker.then(async (jobs) => {
    while (!stopped.signal.aborted) {
      await reconcile(jobs);
      await setTimeout(settings.reconcileEveryMs ?? RECONCILE_EVERY_MS, undefined, { signal: stopped.signal }).catch(
        () => undefined,
      );
    }
  });
  worker.catch(settings.onFailure);
  reconciling.catch(() => undefined);
  return {
    ready: worker.then(() => undefined),
    stop: async () => {
      stopped.abort();
      const jobs = await worker.catch(() => undefined);
      await reconciling.catch(() => undefined);
      await jobs?.stop();
      await converter.close();
    },
  };
}
