import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import * as z from 'zod';
import {
  type InstallationSecret,
  readOrMakeSecret,
  readPreviousSecret,
  readSecret,
  SecretError,
} from '../crypto/secret.ts';
import { StartRefusal } from '../process/start-refusal.ts';
import { demonstrationFile } from './demonstration.ts';
import { describeMisspelled } from './misspelled-variables.ts';
import { unsafeSettings } from './unsafe-settings.ts';

/** A setting that cannot be used; its message is one clear sentence for the person who starts the server. */
export class ConfigError extends StartRefusal {
  override readonly name = 'ConfigError';
}

const integer = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= from && value <= to);
const matching = (pattern: RegExp) => z.string().regex(pattern);
const urlOf = (...protocols: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));
/** An address, or a name whose last part is no number: 999.1.1.1 is neither. */
const listenHost = z
  .string()
  .refine((value) => isIP(value) !== 0 || /^([a-z0-9_-]+[.])*[a-z0-9_-]*[a-z_-][a-z0-9_-]*[.]?$/i.test(value));

/** An address, or a network as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128));
}

const text = z.string().min(1).optional();
const web = urlOf('http:', 'https:').optional();
const postgres = urlOf('postgres:', 'postgresql:');
const secretKey = z.string().min(32).optional();

/** Every environment variable that is read, and the message for a value that cannot be used. */
const VARIABLES = {
  NODE_ENV: [
    z.enum(['production', 'development', 'test']).default('production'),
    'must be production, development or test',
  ],
  PORT: [integer(0, 65535).default(3000), 'must be a port number from 0 to 65535'],
  HOST: [listenHost.default('localhost'), 'must be a host name or an address to listen on'],
  DATA_DIR: [z.string().min(1).default('./data'), 'must be the path of a folder'],
  PUBLIC_URL: [
    urlOf('http:', 'https:')
      .refine((value) => URL.canParse(value) && new URL(value).pathname + new URL(value).search === '/')
      .optional(),
    'must be an http or https address without a path, such as https://apply.example.edu',
  ],
  DATABASE_URL: [postgres, 'must be set to a PostgreSQL address (postgres://…), in which a / of the password is %2F'],
  DATABASE_MIGRATION_URL: [
    postgres.optional(),
    'must be a PostgreSQL address (postgres://…) of the same database, as the role that owns the tables',
  ],
  SMTP_URL: [
    urlOf('smtp:', 'smtps:').optional(),
    'must be a mail server address, such as smtp://user:password@host:587',
  ],
  MAIL_FROM: [z.string().regex(/@/).optional(), 'must be a sender, such as "Admissions <admissions@example.edu>"'],
  PARTNER: [matching(/^[a-z][a-z0-9-]*$/).default(DEFAULT_PARTNER), 'must be the name of a folder in partners/'],
  PARTNER_DIR: [text, 'must be the path of a folder'],
  TRUSTED_PROXY: [
    z
      .string()
      .transform((value) => value.split(',').map((part) => part.trim()))
      .refine((parts) => parts.every(isNetwork))
      .optional(),
    'must be the address of your proxy, or several separated by commas, such as 10.0.0.0/8',
  ],
  MAIL_BUDGET_PER_HOUR: [integer(1, 999_999_999).default(5000), 'must be a number of emails, such as 5000'],
  SECRET_KEY: [secretKey, 'must have at least 32 characters'],
  SECRET_KEY_PREVIOUS: [secretKey, 'must have at least 32 characters'],
  LOG_LEVEL: [
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    'must be silent, fatal, error, warn, info, debug or trace',
  ],
  S3_ENDPOINT: [
    web,
    'must be the http or https address of an S3-compatible store, such as https://s3.us-east-1.amazonaws.com',
  ],
  S3_BUCKET: [
    matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/).optional(),
    'must be set to the name of a bucket, together with S3_ENDPOINT',
  ],
  S3_REGION: [z.string().min(1).default('us-east-1'), 'must be the name of a region, such as us-east-1'],
  S3_ACCESS_KEY_ID: [text, 'must be set together with S3_ENDPOINT'],
  S3_SECRET_ACCESS_KEY: [text, 'must be set together with S3_ENDPOINT'],
  CLAMAV_ADDRESS: [
    matching(/^(\/.+|.+:\d{1,5})$/).optional(),
    'must be the address of the ClamAV daemon: host:port, or the path of its socket',
  ],
  ALLOW_UNSANDBOXED: [
    z.literal('yes').optional(),
    'must be yes, or not be set: it lets programs that open uploads run without walls around them',
  ],
  WEB_PROCESSES: [integer(1, 64).default(1), 'must be a number of processes from 1 to 64'],
  OFFICE_CLIENT_SECRET: [text, "must be the secret of the client at the university's sign-on"],
  SERVICE_WORKER: [z.enum(['on', 'off']).default('on'), 'must be on or off'],
  METRICS_PORT: [integer(1, 65535).optional(), 'must be a port number from 1 to 65535'],
  METRICS_HOST: [listenHost.default('localhost'), 'must be a host name or an address to listen on'],
  PATH: [z.string().default(''), 'must be the list of folders with programs'],
  CHROMIUM_PATH: [text, 'must be the path of a Chromium or Chrome program'],
  ADDRESS_PROVIDER: [
    z.enum(['embedded', 'here', 'smarty', 'photon']).default('embedded'),
    'must be embedded, here, smarty or photon',
  ],
  HERE_API_KEY: [text, 'must be set to a HERE API key when ADDRESS_PROVIDER is here'],
  SMARTY_AUTH_ID: [text, 'must be set to a Smarty auth ID when ADDRESS_PROVIDER is smarty'],
  SMARTY_AUTH_TOKEN: [text, 'must be set to a Smarty auth token when ADDRESS_PROVIDER is smarty'],
  PHOTON_URL: [web, 'must be set to the address of a Photon server when ADDRESS_PROVIDER is photon'],
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

function read<K extends keyof typeof VARIABLES>(name: K, env: Environment): z.output<(typeof VARIABLES)[K][0]>;
function read(name: keyof typeof VARIABLES, env: Environment): unknown {
  const [schema, words] = VARIABLES[name];
  // An empty variable counts as unset, as in most shells.
  const given = env[name] === '' ? undefined : env[name];
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  // Addresses may hold a password, so only harmless values are repeated.
  const shown = given === undefined || /SECRET|URL|KEY|TOKEN/.test(name) ? '' : ` (it is "${given}")`;
  throw new ConfigError(`${name} ${words}${shown}.`);
}

function needed(name: keyof typeof VARIABLES, env: Environment): string {
  const value = read(name, env);
  if (typeof value !== 'string') throw new ConfigError(`${name} ${VARIABLES[name][1]}.`);
  return value;
}

/** Where address suggestions come from. */
export type AddressProviderSettings = ReturnType<typeof readAddressProvider>;

function readAddressProvider(env: Environment) {
  const kind = read('ADDRESS_PROVIDER', env);
  switch (kind) {
    case 'embedded':
      return { kind };
    case 'here':
      return { kind, apiKey: needed('HERE_API_KEY', env) };
    case 'smarty':
      return { kind, authId: needed('SMARTY_AUTH_ID', env), authToken: needed('SMARTY_AUTH_TOKEN', env) };
    case 'photon':
      return { kind, url: needed('PHOTON_URL', env) };
  }
}

/** An S3-compatible store with one bucket, which its endpoint does not name. */
export type S3Settings = Readonly<NonNullable<ReturnType<typeof readS3>>>;

function readS3(env: Environment) {
  const endpoint = read('S3_ENDPOINT', env);
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    bucket: needed('S3_BUCKET', env),
    region: read('S3_REGION', env),
    accessKeyId: needed('S3_ACCESS_KEY_ID', env),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY', env),
  };
}

/** One sentence for each variable that looks like a misspelled one of ours. INSTALL_TOOLS is read by npm start alone. */
export const describeMisspelledVariables = (env: Environment): readonly string[] =>
  describeMisspelled(env, [...Object.keys(VARIABLES), 'INSTALL_TOOLS']);

/** DATA_DIR as an absolute path, to check it before anything is made there. */
export const readDataDir = (env: Environment): string => path.resolve(read('DATA_DIR', env));

/** Reads and checks every setting but the secret; the database may not be running yet. Writes nothing. */
export function readSettings(env: Environment) {
  const port = read('PORT', env);
  const metricsPort = read('METRICS_PORT', env);
  const partnerDir = read('PARTNER_DIR', env);
  const trustedProxy: readonly string[] = read('TRUSTED_PROXY', env) ?? [];
  if (metricsPort !== undefined && metricsPort === port) {
    throw new ConfigError(`METRICS_PORT must be another port than PORT (both are ${port}).`);
  }
  const settings = {
    environment: read('NODE_ENV', env),
    port,
    /** Where to listen. 'localhost' means every loopback address of this machine; '0.0.0.0' means everywhere. */
    host: read('HOST', env),
    /** Absolute. */
    dataDir: readDataDir(env),
    /** Whether all applications are invented, which every page says. */
    isDemonstration: existsSync(demonstrationFile(readDataDir(env))),
    /** Web servers on this machine that share the port. */
    webProcesses: read('WEB_PROCESSES', env),
    /** Whether browsers cache the app's files to load pages without a connection; otherwise they delete them. */
    hasServiceWorker: read('SERVICE_WORKER', env) === 'on',
    /** The origin people type, without a closing slash. */
    publicUrl: new URL(read('PUBLIC_URL', env) ?? `http://localhost:${port}`).origin,
    databaseUrl: env.DATABASE_URL ? read('DATABASE_URL', env) : undefined,
    smtpUrl: read('SMTP_URL', env),
    /** Undefined: the partner's name and help address. */
    mailFrom: read('MAIL_FROM', env),
    /** Codes and links that people request, to all addresses together. */
    mailBudgetPerHour: read('MAIL_BUDGET_PER_HOUR', env),
    /** The name of a folder in partners/, or the absolute path of another one. */
    partner: partnerDir === undefined ? read('PARTNER', env) : path.resolve(partnerDir),
    /** Addresses and networks whose X-Forwarded-For is trusted. */
    trustedProxy,
    logLevel: read('LOG_LEVEL', env),
    chromiumPath: read('CHROMIUM_PATH', env),
    /** Whether programs that open uploads, and the printing browser, may run without their walls when applicants use them. */
    allowUnsandboxed: read('ALLOW_UNSANDBOXED', env) === 'yes',
    /** PATH, to find programs (Chromium, LibreOffice, qpdf). */
    searchPath: read('PATH', env),
    /** Where files are stored; undefined: in DATA_DIR/objects. */
    s3: readS3(env),
    /** ClamAV's daemon, host:port or the path of its socket; undefined: uploads are not scanned. */
    clamavAddress: read('CLAMAV_ADDRESS', env),
    addressProvider: readAddressProvider(env),
    /** For the office's client at the university's sign-on; undefined: a public client. */
    officeClientSecret: read('OFFICE_CLIENT_SECRET', env),
    /** Where metrics are served; undefined: nowhere. */
    metrics: metricsPort === undefined ? undefined : { host: read('METRICS_HOST', env), port: metricsPort },
  };
  const unsafe = unsafeSettings(settings);
  if (unsafe !== undefined) throw new ConfigError(`${unsafe}.`);
  return settings;
}

/** Settings of commands that can use the embedded database, without DATABASE_URL, and may need no secret. */
export type Settings = Readonly<ReturnType<typeof readSettings>>;

export type Config = Omit<Settings, 'databaseUrl'> & {
  readonly databaseUrl: string;
  /** Keys are derived from it; see deriveKey(). */
  readonly secret: InstallationSecret;
};

/** The secret: SECRET_KEY, or else the stored one in DATA_DIR. With the previous secret during a key rotation. */
function secretOf<T extends Buffer | undefined>(env: Environment, readKept: (dataDir: string) => T) {
  const dataDir = readDataDir(env);
  const secretKey = read('SECRET_KEY', env);
  const previousKey = read('SECRET_KEY_PREVIOUS', env);
  try {
    const current = secretKey === undefined ? readKept(dataDir) : Buffer.from(secretKey);
    const previous = previousKey === undefined ? readPreviousSecret(dataDir) : Buffer.from(previousKey);
    return { current, previous };
  } catch (error) {
    if (error instanceof SecretError) throw new ConfigError(error.message);
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`DATA_DIR must be a folder that can be written to (${dataDir}: ${reason}).`);
  }
}

/** The installation's secret where it has one already: SECRET_KEY, else DATA_DIR/secret-key. Writes nothing. */
export function findSecret(env: Environment): InstallationSecret | undefined {
  const { current, previous } = secretOf(env, readSecret);
  return current && { current, previous };
}

/** The settings of a process that serves or migrates. Without SECRET_KEY, one is made once and kept in DATA_DIR/secret-key. */
export function readConfig(env: Environment): Config {
  const databaseUrl = read('DATABASE_URL', env);
  return { ...readSettings(env), databaseUrl, secret: secretOf(env, readOrMakeSecret) };
}

/**
 * The address of the database for migrations and commands: as the role that owns the tables. It is
 * not among the settings, so that web server and worker never have it. Undefined without DATABASE_URL.
 */
export function readOwnerUrl(env: Environment): string | undefined {
  const ownerUrl = read('DATABASE_MIGRATION_URL', env);
  if (ownerUrl !== undefined && !env.DATABASE_URL) {
    throw new ConfigError('DATABASE_MIGRATION_URL needs DATABASE_URL, the same database as the role that serves.');
  }
  return ownerUrl ?? (env.DATABASE_URL ? read('DATABASE_URL', env) : undefined);
}
