import { setTimeout } from 'node:timers/promises';
import type { DocumentConverter } from '@firstyear/document-converter';
import { findIsolation } from '@firstyear/document-converter/isolation';
import { localConverter, removeAbandonedFolders } from '@firstyear/document-converter/local-converter';
import { clamavScanner } from '../adapters/scanner/clamav-scanner.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { unsafeOnMachine } from '../config/unsafe-settings.ts';
import type { JobQueue, JobWork } from '../jobs/jobs.ts';
import type { Log, WorkerLog } from '../log/log.ts';
import { missingWall } from '../log/missing-wall.ts';
import { type ConversionLanes, startConversionLanes } from '../modules/application/uploads/conversion-lanes.ts';
import type { ConvertDependencies } from '../modules/application/uploads/convert-one.ts';
import { convertDocumentHandler, forgetObjectsHandler } from '../modules/application/uploads/documents.handler.ts';
import { failOverdue, releaseDeadClaims, resumeAwaited } from '../modules/application/uploads/end-conversion.ts';
import { ALL_SLOTS } from '../modules/application/uploads/lanes.ts';
import type { AwaitedPart } from '../modules/application/uploads/problems.ts';

export interface ConvertingSettings {
  readonly config: Pick<Config, 'databaseUrl' | 'clamavAddress' | 'searchPath' | 'publicUrl' | 'allowUnsandboxed'>;
  readonly queue: JobQueue;
  readonly log: WorkerLog;
  /** Called when conversions cannot start. */
  readonly onFailure: (error: unknown) => void;
  /** Time between clean-ups of abandoned work; tests shorten it. */
  readonly reconcileEveryMs?: number;
  /** For tests; by default the programs of this machine. */
  readonly converter?: DocumentConverter;
}

interface Worker {
  readonly work: JobWork;
  readonly lanes: ConversionLanes;
}

const RECONCILE_EVERY_MS = 15_000;

function warnOfMissingParts(converter: DocumentConverter, log: Log): void {
  if (!converter.has('pdf')) {
    log.warn('qpdf is not installed, so uploaded PDF and Word files wait. To get it: apt-get install qpdf');
  } else if (!converter.has('word')) {
    log.warn(
      'LibreOffice is not installed, so uploaded Word files wait. To get it with its fonts and equations: apt-get install libreoffice-writer-nogui libreoffice-math-nogui fonts-crosextra-carlito fonts-crosextra-caladea fonts-opensymbol',
    );
  }
}

function converterOf({ converter, config, log }: ConvertingSettings): DocumentConverter {
  if (converter) return converter;
  const { searchPath } = config;
  const isolation = findIsolation(searchPath);
  const hasWalls = isolation.level === 'namespaces';
  const unsafe = unsafeOnMachine(config, { hasWalls });
  if (unsafe !== undefined) throw new ConfigError(`${unsafe}.`);
  const warn = missingWall(config, log);
  if (!hasWalls) {
    warn(
      'Uploaded files are converted without a sandbox of their own, because this machine lacks bubblewrap or forbids user namespaces. They still run with limits on time and memory.',
    );
  }
  if (hasWalls && !isolation.isHardened) {
    warn(
      'The sandbox of the converters lacks a part: this machine has bubblewrap before 0.8, or forbids seccomp filters or the limit on user namespaces. Files, processes and the network are out of reach all the same.',
    );
  }
  const local = localConverter({ searchPath, concurrency: ALL_SLOTS, isolation });
  warnOfMissingParts(local, log);
  return local;
}

/**
 * Converts uploaded documents as they arrive, deletes unneeded files, and resumes conversions of dead workers, missing programs
 * or expired runs. Throws ConfigError where the converters need a sandbox that this machine does not have.
 */
export function startConverting(
  settings: ConvertingSettings,
  deps: Omit<ConvertDependencies, 'jobs' | 'converter' | 'scanner' | 'log'>,
): { readonly ready: Promise<void>; stop(): Promise<void> } {
  const { config, log, queue } = settings;
  const stopped = new AbortController();
  const converter = converterOf(settings);
  const scanner = config.clamavAddress === undefined ? undefined : clamavScanner(config.clamavAddress);

  const reconcile = async ({ lanes }: Worker) => {
    const parts = ['pdf', 'word'] as const satisfies readonly AwaitedPart[];
    try {
      const count = await releaseDeadClaims(deps);
      if (count > 0) log.warn({ count }, 'conversions left by a worker that died were started again');
      await failOverdue({ ...deps, jobs: queue, log });
      await resumeAwaited(deps, [...parts.filter((part) => converter.has(part)), 'scanner']);
      lanes.wake();
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'checking on conversions failed');
    }
  };

  const start = async (): Promise<Worker> => {
    await removeAbandonedFolders();
    const lanes = startConversionLanes({ ...deps, jobs: queue, converter, scanner, log });
    const work = await queue.work([convertDocumentHandler(lanes), forgetObjectsHandler(deps)]);
    return { work, lanes };
  };

  const worker = start();
  const reconciling = worker.then(async (started) => {
    while (!stopped.signal.aborted) {
      await reconcile(started);
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
      const started = await worker.catch(() => undefined);
      await reconciling.catch(() => undefined);
      await started?.lanes.stop();
      await started?.work.stop();
      await converter.close();
    },
  };
}
