import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { type Config, readConfig } from './config/config.ts';
import { loadPartner } from './config/load-partner.ts';
import { createDatabase, createPool } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded.ts';
import { errorCode } from './errors/error-code.ts';
import { printError } from './errors/error-for-people.ts';
import { OPERATOR_HELP, OperatorError, serviceLink, temporaryLink } from './operator/commands.ts';
import { type ImportCommand, importSchoolFiles, rebuildLookup } from './operator/import-schools.ts';
import { type PacketDependencies, packetFile } from './operator/packet.ts';

const options = {
  answers: { type: 'string' },
  days: { type: 'string' },
  application: { type: 'string' },
  minutes: { type: 'string' },
  out: { type: 'string' },
  format: { type: 'string' },
  category: { type: 'string' },
  source: { type: 'string' },
  layout: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

const NOT_KNOWN_YET = 'postgres://localhost';

/** The database of DATABASE_URL, else the embedded one: the running product's, or one started for this command. */
async function openDatabase(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  if (config.databaseUrl !== NOT_KNOWN_YET) return { url: config.databaseUrl, close: async () => {} };
  const embedded = await startEmbeddedPostgres({ root: path.join(config.dataDir, 'postgres') });
  return { url: embedded.url, close: async () => (embedded.adopted ? undefined : embedded.stop()) };
}

async function readAnswersFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    return z.record(z.string(), z.unknown()).parse(parsed);
  } catch (cause) {
    throw new OperatorError(`${file} cannot be read as a JSON object of answers, such as {"first_name": "Ada"}.`, {
      cause,
    });
  }
}

async function withDatabase(work: (deps: PacketDependencies) => Promise<string>): Promise<string> {
  const config = readConfig({ ...process.env, DATABASE_URL: process.env.DATABASE_URL || NOT_KNOWN_YET });
  const { form, partner } = await loadPartner(config);
  const database = await openDatabase(config);
  const db = createDatabase(createPool(database.url, { connections: 2 }));
  try {
    const { publicUrl } = config;
    return await work({ db, form, partner, config, clock: () => new Date(), publicUrl });
  } finally {
    await db.destroy();
    await database.close();
  }
}

/** Needs no partner and no form: a database is enough. */
async function withDatabaseUrl(work: (url: string) => Promise<string>): Promise<string> {
  const config = readConfig({ ...process.env, DATABASE_URL: process.env.DATABASE_URL || NOT_KNOWN_YET });
  const database = await openDatabase(config);
  try {
    return await work(database.url);
  } finally {
    await database.close();
  }
}

const importInto = (command: ImportCommand) =>
  withDatabaseUrl((url) =>
    importSchoolFiles(
      url,
      command,
      () => new Date(),
      (line) => console.error(line),
    ),
  );

/** `node operator.ts COMMAND`: does what only an operator can do; `help` lists the commands. */
async function main(): Promise<string> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command = '', ...rest] = positionals;
  if (command === 'import-schools') {
    const { format, category, source, layout, 'dry-run': dryRun } = values;
    return importInto({ files: rest, format, category, source, layout, dryRun });
  }
  switch (positionals.join(' ')) {
    case '':
    case 'help':
      return OPERATOR_HELP;
    case 'rebuild-lookup':
      return withDatabaseUrl(rebuildLookup);
    case 'temporary-application': {
      if (values.answers === undefined) throw new OperatorError('Give the file with the answers: --answers FILE.');
      const answers = await readAnswersFile(values.answers);
      return withDatabase((deps) => temporaryLink(deps, answers, values.days));
    }
    case 'service-link': {
      const { application } = values;
      if (application === undefined) throw new OperatorError('Say which application: --application EMAIL or ID.');
      return withDatabase((deps) => serviceLink(deps, application, values.minutes));
    }
    case 'packet': {
      const { application, out } = values;
      if (application === undefined) throw new OperatorError('Say which application: --application EMAIL or ID.');
      if (out === undefined) throw new OperatorError('Give a new file for the packet: --out FILE.');
      return withDatabase((deps) => packetFile(deps, application, out));
    }
    default:
      throw new OperatorError(`There is no command "${positionals.join(' ')}".\n\n${OPERATOR_HELP}`);
  }
}

try {
  console.log(await main());
} catch (error) {
  // parseArgs() explains an unknown option by a TypeError with a code.
  if (error instanceof TypeError && errorCode(error) !== undefined) console.error(error.message);
  else printError(error);
  process.exitCode = 1;
}
