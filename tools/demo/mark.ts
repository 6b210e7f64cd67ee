import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import * as z from 'zod';
import { type Config, ConfigError } from '../../apps/server/src/config/config.ts';
import { demonstrationFile } from '../../apps/server/src/config/demonstration.ts';
import { StartProblem } from '../bootstrap/start-problem.mjs';

const colleague = z.object({ role: z.string(), email: z.string(), secret: z.string() });
/** What the file of a demonstration says: the colleagues, once it is complete. */
const stateSchema = z.object({ colleagues: z.optional(z.array(colleague)) });

type State = z.infer<typeof stateSchema>;

export const writeState = (dataDir: string, state: State): void =>
  fs.writeFileSync(demonstrationFile(dataDir), JSON.stringify(state), { mode: 0o600 });

const THIS_COMPUTER: readonly string[] = ['localhost', '127.0.0.1', '::1'];

const belongsToPeople = (dataDir: string): StartProblem =>
  new StartProblem(
    `${dataDir} belongs to an installation already, and a demonstration needs an empty folder. Set DATA_DIR to another one, or start without it: npm start -- --demo`,
  );

/**
 * Throws where a folder that would become a demonstration has files of applicants, or the key of a database elsewhere. To be called
 * before the settings are read, which makes a key; `claimEmpty` looks into a database that is there.
 */
export function refuseUsedFolder(dataDir: string): void {
  if (fs.existsSync(demonstrationFile(dataDir))) return;
  const inFolder = (name: string) => path.join(dataDir, name);
  const objects = inFolder('objects');
  const hasFiles =
    fs.existsSync(objects) &&
    fs.readdirSync(objects, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
  const hasKeyAlone = fs.existsSync(inFolder('secret-key')) && !fs.existsSync(inFolder('postgres'));
  if (hasFiles || hasKeyAlone) throw belongsToPeople(dataDir);
}

/**
 * Whether this data folder is a demonstration, or becomes one. Throws where it could reach somebody, or was interrupted before
 * it was complete.
 */
export function isDemonstration(
  config: Omit<Config, 'databaseUrl'>,
  env: NodeJS.ProcessEnv,
  isWanted: boolean,
): boolean {
  const { dataDir, publicUrl, smtpUrl, s3, host } = config;
  const isMade = fs.existsSync(demonstrationFile(dataDir));
  if (!isWanted && !isMade) return false;
  if (smtpUrl !== undefined) throw new ConfigError('SMTP_URL must not be set for a demonstration, which mails nobody.');
  if (env.DATABASE_URL) {
    throw new ConfigError('DATABASE_URL must not be set for a demonstration, which has a database of its own.');
  }
  if (s3 !== undefined) {
    throw new ConfigError('S3_ENDPOINT must not be set for a demonstration, which keeps its files in its own folder.');
  }
  if (!THIS_COMPUTER.includes(host)) {
    throw new ConfigError('HOST must be localhost for a demonstration, which is for this computer alone.');
  }
  if (new URL(publicUrl).hostname !== 'localhost') {
    throw new ConfigError(
      'PUBLIC_URL must be at http://localhost for a demonstration, which is for this computer alone.',
    );
  }
  if (isMade && readState(dataDir).colleagues === undefined) {
    throw new StartProblem(
      `The demonstration in ${dataDir} was interrupted before it was complete. Delete that folder and start again: rm -r "${dataDir}" && npm start -- --demo`,
    );
  }
  return true;
}

/** The state of a demonstration that has begun. */
export const readState = (dataDir: string): State =>
  stateSchema.parse(JSON.parse(fs.readFileSync(demonstrationFile(dataDir), 'utf8')));

/** Makes an empty installation a demonstration, before its server starts. Throws where anybody has an account. */
export async function claimEmpty(dataDir: string, databaseUrl: string): Promise<void> {
  if (fs.existsSync(demonstrationFile(dataDir))) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const people = 'select from account union all select from staff_person limit 1';
  const { rowCount } = await client.query(people).finally(() => client.end());
  if (rowCount !== 0) throw belongsToPeople(dataDir);
  writeState(dataDir, {});
}
