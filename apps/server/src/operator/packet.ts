import { HEALTH_PATH } from '@firstyear/api-contract';
import type { Form, PartnerConfig } from '@firstyear/application-form';
import { chromiumBrowser } from '../adapters/browser/chromium-browser.ts';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import type { Config } from '../config/config.ts';
import { internalUrlOf } from '../config/internal-url.ts';
import { isServingOthers } from '../config/unsafe-settings.ts';
import { createLog } from '../log/create-log.ts';
import { answerReader } from '../modules/answers/answer-reader.ts';
import { makePacket } from '../modules/pdf/packet.ts';
import { requireKnownKeys } from '../modules/secret-key/service.ts';
import { findNamed, type OperatorDependencies } from './commands.ts';
import { writeNewFile } from './new-file.ts';
import { OperatorError } from './operator-error.ts';

export interface PacketDependencies extends OperatorDependencies {
  readonly config: Config;
  readonly partner: PartnerConfig;
  readonly form: Form;
}

const PRINT_LIMIT_MS = 60_000;

async function isResponding(url: string): Promise<boolean> {
  return fetch(`${url}${HEALTH_PATH}`, { signal: AbortSignal.timeout(5_000) }).then(
    (reply) => reply.ok,
    () => false,
  );
}

/** Writes the packet of one application to a new file and says what it holds. */
export async function packetFile(deps: PacketDependencies, application: string, file: string): Promise<string> {
  const { db, form, partner, clock, config } = deps;
  await requireKnownKeys(deps);
  const found = await findNamed(db, application);
  const internalUrl = internalUrlOf(config);
  if (!(await isResponding(internalUrl))) {
    throw new OperatorError(
      `Packets are printed from the running product, but nothing is responding at ${internalUrl}. Start it and try again.`,
    );
  }
  const browser = chromiumBrowser({
    executable: config.chromiumPath,
    searchPath: config.searchPath,
    allowedHost: new URL(internalUrl).host,
    timeoutMs: PRINT_LIMIT_MS,
    printsPerBrowser: 1,
    isSandboxRequired: isServingOthers(config) && !config.allowUnsandboxed,
    warn: (message) => console.error(message),
  });
  const answers = answerReader(form, config.secret, createLog(config.logLevel));
  const printing = { db, form, partner, clock, answers, browser, objects: objectStoreOf(config), internalUrl };
  try {
    const packet = await makePacket(printing, found, deps.operator);
    await writeNewFile(file, packet.content);
    return `${file}: ${packet.sheets} sheets, with ${packet.documents} uploaded ${packet.documents === 1 ? 'document' : 'documents'}.`;
  } finally {
    await browser.close();
  }
}
