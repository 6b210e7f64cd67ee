import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { findIsolation } from '@firstyear/document-converter/isolation';
import { hasConverterPart } from '@firstyear/document-converter/local-converter';
import type { OfficeConfig, PartnerConfig } from '@firstyear/partner-config';
import { errorCode } from '@firstyear/processes/error-code';
import type pg from 'pg';
import { findChromium } from '../adapters/browser/find-chromium.ts';
import { greetSmtpServer } from '../adapters/mailer/smtp-mailer.ts';
import { clamavScanner } from '../adapters/scanner/clamav-scanner.ts';
import { internalUrlOf, type Settings } from '../config/config.ts';
import { describeLocalFolders, isServingOthers } from '../config/unsafe-settings.ts';
import { type InstallationSecret, secretIds } from '../crypto/secret.ts';
import { describeMissingLimits } from '../db/database.ts';
import { readDatabaseTime } from '../db/database-clock.ts';
import { checkSchema, NEWER_SCHEMA } from '../db/migrate.ts';
import type { Db } from '../db/transaction.ts';
import { causeOf, ProviderAway, signOnProvider } from '../modules/accounts/staff/provider.ts';
import { canAlterTrail } from '../modules/audit/service.ts';
import { countUnsentMails } from '../modules/mail/service.ts';
import { listKeyIds } from '../modules/operations/secret-key/service.ts';
import { ErrorForPeople } from '../process/error-for-people.ts';
import { describeFailure, messageOf } from '../process/failure.ts';
import { findInstallation } from './find-installation.ts';
import { openStoredFiles } from './stored-files.ts';

interface CheckDependencies {
  readonly settings: Settings & { readonly secret: InstallationSecret };
  readonly partner: PartnerConfig;
  readonly office: OfficeConfig;
  /** As the role that serves. */
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly clock: () => Date;
}

/** look: to be reviewed, since it is fine for some installations. missing: not ready for applicants. */
type Verdict = 'ok' | 'look' | 'missing';
type Result = readonly [Verdict, string];
type Check = (deps: CheckDependencies) => Promise<Result> | Result;
const ok = (sentence: string): Result => ['ok', sentence];
const review = (sentence: string): Result => ['look', sentence];
const missing = (sentence: string): Result => ['missing', sentence];

const MIN_VERSION = 15;
const MAX_CLOCK_DIFFERENCE_MS = 2_000;
const MIN_FREE_BYTES = 2_000_000_000;
const MAX_UNSENT = 20;
const WITHIN_MS = 10_000;
/** SQLSTATE. */
const UNDEFINED_TABLE = '42P01';

const isExample = (address: string) => /[.]example$/i.test(address);
const reasonOf = (error: unknown) => (error instanceof Error ? messageOf(error) : 'unknown');

const CHECKS: Readonly<Record<string, Check>> = {
  address: async ({ settings }) => {
    const { publicUrl, secret } = settings;
    if (new URL(publicUrl).protocol !== 'https:') {
      return missing(`PUBLIC_URL is ${publicUrl}. Set it to the https address that applicants type.`);
    }
    const found = await findInstallation(publicUrl, secret);
    return found.isOurs ? ok(`${publicUrl} leads to this installation`) : missing(found.sentence);
  },

  proxy: async ({ settings }) => {
    const { publicUrl, secret, trustedProxy } = settings;
    if (trustedProxy.length === 0) {
      return missing('TRUSTED_PROXY is not set. Set it to the address of the proxy that ends TLS.');
    }
    const found = await findInstallation(publicUrl, secret);
    if (!found.isOurs) return review(`It cannot be told before ${publicUrl} leads to this installation.`);
    return found.isForwarded
      ? ok(`${trustedProxy.join(', ')} forwards with the applicant's address`)
      : missing(
          `No proxy of TRUSTED_PROXY (${trustedProxy.join(', ')}) forwards from ${publicUrl}, or it sends no X-Forwarded-For: all applicants count as one network.`,
        );
  },

  database: async ({ settings, pool, db }) => {
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    const version = rows[0]?.version ?? 0;
    if (settings.databaseUrl === undefined) {
      return missing('DATABASE_URL is not set. The embedded database is for trying out; use a PostgreSQL of your own.');
    }
    if (version < MIN_VERSION) return missing(`PostgreSQL ${version} is too old. Use ${MIN_VERSION} or newer.`);
    const unlimited = await describeMissingLimits(db, settings);
    if (unlimited !== undefined) return missing(unlimited);
    const schema = await checkSchema(db);
    return schema === 'known' ? ok(`PostgreSQL ${version}, up to date`) : review(NEWER_SCHEMA);
  },

  roles: async ({ db }) => {
    return (await canAlterTrail(db))
      ? missing('The role of DATABASE_URL can alter the audit trail. Make two roles, as docs/operating.md says.')
      : ok('the serving role can only add to the audit trail');
  },

  clock: async ({ db, clock }) => {
    const difference = Math.abs((await readDatabaseTime(db)).getTime() - clock().getTime());
    return difference <= MAX_CLOCK_DIFFERENCE_MS
      ? ok('agrees with the database')
      : review(`differs from the database's by ${Math.round(difference / 1000)} s. Let both be set by NTP.`);
  },

  'secret key': async ({ settings, db }) => {
    const registered = await listKeyIds(db);
    const [current, previous] = secretIds(settings.secret);
    if (registered.some((id) => id !== current && id !== previous)) {
      return missing(
        'The database belongs to another secret key. Put the earlier SECRET_KEY, or the file secret-key, back.',
      );
    }
    if (previous !== undefined && !registered.includes(previous)) {
      return review('SECRET_KEY_PREVIOUS is of no use any more. Remove it (or the file secret-key-previous).');
    }
    return review(
      'Keep SECRET_KEY (or the file secret-key) where the backups are not: nobody can read sealed answers without it.',
    );
  },

  mail: async ({ settings, partner }) => {
    if (settings.smtpUrl === undefined) return missing('SMTP_URL is not set: emails are only kept as files.');
    try {
      await greetSmtpServer(settings.smtpUrl);
    } catch (error) {
      return missing(`The mail server of SMTP_URL cannot be used: ${reasonOf(error)}.`);
    }
    const host = /@([^\s>]+)/.exec(settings.mailFrom ?? partner.help_email)?.[1] ?? '';
    return isExample(host)
      ? missing(`Emails would come from an invented address (${host}). Set MAIL_FROM, or the partner's help_email.`)
      : ok('the mail server lets us in');
  },

  'unsent mail': async ({ db }) => {
    const count = await countUnsentMails(db);
    return count <= MAX_UNSENT
      ? ok(`${count} not sent`)
      : review(`${count} emails were not sent. "mail list" says why, "mail retry" sends those that wait.`);
  },

  files: async ({ settings }) => {
    const store = await openStoredFiles(settings);
    const key = `check/${randomUUID()}`;
    const where = settings.s3 === undefined ? 'DATA_DIR/objects' : 'the store of S3_ENDPOINT';
    try {
      await store.put(key, Buffer.from('check'));
      const found = await store.head(key);
      await store.delete(key);
      if (found?.size !== 5) return missing(`${where} does not keep what is put there.`);
    } catch (error) {
      return missing(`Files cannot be kept in ${where}: ${reasonOf(error)}.`);
    }
    const apart = describeLocalFolders(settings);
    return apart === undefined ? ok(`${where} takes files`) : review(apart);
  },

  walls: ({ settings }) => {
    const isWalled = findIsolation(settings.searchPath).level === 'namespaces';
    if (isWalled) return ok('programs that open uploads are walled off');
    const sentence = 'Install bubblewrap and allow user namespaces: programs that open uploads run without walls.';
    return [isServingOthers(settings) && settings.allowUnsandboxed ? 'look' : 'missing', sentence];
  },

  programs: ({ settings }) => {
    const absent = [
      ...(hasConverterPart('pdf', settings.searchPath) ? [] : ['qpdf']),
      ...(hasConverterPart('word', settings.searchPath) ? [] : ['LibreOffice Writer']),
      ...(findChromium(settings.chromiumPath, settings.searchPath) === undefined ? ['Chromium'] : []),
    ];
    return absent.length === 0
      ? ok('Chromium, LibreOffice and qpdf are here')
      : missing(`${absent.join(', ')} must be installed where the worker runs.`);
  },

  scanner: async ({ settings }) => {
    if (settings.clamavAddress === undefined) return review('CLAMAV_ADDRESS is not set: uploads are not scanned.');
    const scanner = clamavScanner(settings.clamavAddress);
    await scanner.scan(Buffer.from('check'), AbortSignal.timeout(WITHIN_MS));
    return ok('ClamAV is there');
  },

  partner: ({ partner, clock, settings }) => {
    if (isExample(partner.help_email)) {
      return missing(
        path.isAbsolute(settings.partner)
          ? `${path.join(settings.partner, 'site.ts')} still has the addresses of an invented university, such as ${partner.help_email} (docs/partner.md).`
          : `PARTNER=${partner.slug} is an invented university. Make a folder of your own (docs/partner.md).`,
      );
    }
    const now = clock().getTime();
    const isOver = partner.terms.length > 0 && partner.terms.every(({ closes }) => Date.parse(closes) < now);
    return isOver
      ? missing(`Every term of ${partner.name} has closed. Name the next one in partners/${partner.slug}/partner.ts.`)
      : ok(partner.name);
  },

  'sign-on': async ({ office: { sign_on: signOn }, settings, clock }) => {
    if (signOn === undefined) return review('Staff sign in with a password and an app: office.ts has no sign_on.');
    const { publicUrl, officeClientSecret: secret } = settings;
    const problems = await signOnProvider({ signOn, secret, publicUrl, clock }).findProblems();
    if (problems.length === 0) return ok(`${signOn.issuer} knows this client`);
    return missing(`${signOn.issuer}: ${problems.join(' ')} See docs/sign-on.md.`);
  },

  disk: async ({ settings }) => {
    const { bavail, bsize } = await statfs(settings.dataDir);
    const free = bavail * bsize;
    return [free < MIN_FREE_BYTES ? 'look' : 'ok', `${(free / 1e9).toFixed(1)} GB are free in DATA_DIR`];
  },

  'web server': async ({ settings }) => {
    const url = internalUrlOf(settings);
    const found = await findInstallation(url, settings.secret);
    return found.isOurs
      ? ok(url)
      : review(`${found.sentence} No web server of this installation runs on this machine with these variables.`);
  },
};

function describeProblem(error: unknown): string {
  if (error instanceof ErrorForPeople) return error.message;
  if (error instanceof ProviderAway)
    return `The university's sign-on does not respond as expected (${causeOf(error)}).`;
  if (errorCode(error) === UNDEFINED_TABLE)
    return 'The database has no tables yet: run migrate.ts first (npm start does).';
  return describeFailure(error) ?? `This cannot be checked: ${reasonOf(error)}.`;
}

/** Says for each part whether it is ready for applicants, and what to do if not. Changes nothing. */
export async function checkInstallation(
  deps: CheckDependencies,
): Promise<{ readonly text: string; readonly isReady: boolean }> {
  const lines: string[] = [];
  const counts = { ok: 0, look: 0, missing: 0 };
  for (const [name, check] of Object.entries(CHECKS)) {
    const [verdict, sentence] = await Promise.resolve()
      .then(() => check(deps))
      .catch((error: unknown) => missing(describeProblem(error)));
    counts[verdict] += 1;
    lines.push(`${verdict.padEnd(8)}${name.padEnd(13)}${sentence}`);
  }
  const isReady = counts.missing === 0;
  const result = isReady ? 'Ready for applicants' : `${counts.missing} missing`;
  return { text: [...lines, '', `${result}, ${counts.look} to look at.`].join('\n'), isReady };
}
