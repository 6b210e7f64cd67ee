import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { findIsolation } from '@firstyear/document-converter/isolation';
import { hasConverterPart } from '@firstyear/document-converter/local-converter';
import type { OfficeConfig, PartnerConfig } from '@firstyear/partner-config';
import { errorCode } from '@firstyear/processes/error-code';
import type pg from 'pg';
import { findChromium } from '../adapters/browser/find-chromium.ts';
import { greetSmtpServer } from '../adapters/mailer/smtp-mailer.ts';
import { clamavScanner } from '../adapters/scanner/clamav-scanner.ts';
import type { Settings } from '../config/config.ts';
import { isServingOthers } from '../config/unsafe-settings.ts';
import { type InstallationSecret, secretIds } from '../crypto/secret.ts';
import { checkSchema } from '../db/migrate.ts';
import type { Db } from '../db/transaction.ts';
import { causeOf, ProviderAway, signOnProvider } from '../modules/accounts/staff/provider.ts';
import { canAlterTrail } from '../modules/audit/service.ts';
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

/** What keeps a part from serving applicants, in a sentence that says what to do; undefined if nothing does. */
type Check = (deps: CheckDependencies) => Promise<string | undefined> | string | undefined;

const MIN_VERSION = 15;
const WITHIN_MS = 10_000;
/** SQLSTATE. */
const UNDEFINED_TABLE = '42P01';

const isExample = (address: string) => /[.]example$/i.test(address);
const reasonOf = (error: unknown) => (error instanceof Error ? messageOf(error) : 'unknown');

const CHECKS: Readonly<Record<string, Check>> = {
  address: async ({ settings: { publicUrl, secret } }) => {
    if (new URL(publicUrl).protocol !== 'https:')
      return `PUBLIC_URL is ${publicUrl}. Set it to the https address that applicants type.`;
    const found = await findInstallation(publicUrl, secret);
    return found.isOurs ? undefined : found.sentence;
  },

  proxy: async ({ settings: { publicUrl, secret, trustedProxy } }) => {
    if (trustedProxy.length === 0) return 'TRUSTED_PROXY is not set. Set it to the address of the proxy that ends TLS.';
    const found = await findInstallation(publicUrl, secret);
    if (!found.isOurs) return `It cannot be told before ${publicUrl} leads to this installation.`;
    if (found.isForwarded) return undefined;
    return `No proxy of TRUSTED_PROXY (${trustedProxy.join(', ')}) forwards from ${publicUrl}, or it sends no X-Forwarded-For: all applicants count as one network.`;
  },

  database: async ({ settings, pool, db }) => {
    if (settings.databaseUrl === undefined)
      return 'DATABASE_URL is not set. The embedded database is for trying out; use a PostgreSQL of your own.';
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < MIN_VERSION) return `PostgreSQL ${version} is too old. Use ${MIN_VERSION} or newer.`;
    await checkSchema(db);
    return undefined;
  },

  roles: async ({ db }) =>
    (await canAlterTrail(db))
      ? 'The role of DATABASE_URL can alter the audit trail. Make two roles, as docs/operating.md says.'
      : undefined,

  'secret key': async ({ settings, db }) => {
    const own = secretIds(settings.secret);
    return (await listKeyIds(db)).every((id) => own.includes(id))
      ? undefined
      : 'The database belongs to another secret key. Put the earlier SECRET_KEY, or the file secret-key, back.';
  },

  mail: async ({ settings, partner }) => {
    if (settings.smtpUrl === undefined) return 'SMTP_URL is not set: emails are only kept as files.';
    try {
      await greetSmtpServer(settings.smtpUrl);
    } catch (error) {
      return `The mail server of SMTP_URL cannot be used: ${reasonOf(error)}.`;
    }
    const host = /@([^\s>]+)/.exec(settings.mailFrom ?? partner.help_email)?.[1] ?? '';
    return isExample(host)
      ? `Emails would come from an invented address (${host}). Set MAIL_FROM, or the partner's help_email.`
      : undefined;
  },

  files: async ({ settings }) => {
    const store = await openStoredFiles(settings);
    const key = `check/${randomUUID()}`;
    const where = settings.s3 === undefined ? 'DATA_DIR/objects' : 'the store of S3_ENDPOINT';
    try {
      await store.put(key, Buffer.from('check'));
      const found = await store.head(key);
      await store.delete(key);
      return found?.size === 5 ? undefined : `${where} does not keep what is put there.`;
    } catch (error) {
      return `Files cannot be kept in ${where}: ${reasonOf(error)}.`;
    }
  },

  walls: ({ settings }) => {
    const isWalled = findIsolation(settings.searchPath).level === 'namespaces';
    return isWalled || (isServingOthers(settings) && settings.allowUnsandboxed)
      ? undefined
      : 'Install bubblewrap and allow user namespaces: programs that open uploads run without walls.';
  },

  programs: ({ settings }) => {
    const absent = [
      ...(hasConverterPart('pdf', settings.searchPath) ? [] : ['qpdf']),
      ...(hasConverterPart('word', settings.searchPath) ? [] : ['LibreOffice Writer']),
      ...(findChromium(settings.chromiumPath, settings.searchPath) === undefined ? ['Chromium'] : []),
    ];
    return absent.length === 0 ? undefined : `${absent.join(', ')} must be installed where the worker runs.`;
  },

  scanner: async ({ settings: { clamavAddress } }) => {
    if (clamavAddress !== undefined)
      await clamavScanner(clamavAddress).scan(Buffer.from('check'), AbortSignal.timeout(WITHIN_MS));
    return undefined;
  },

  partner: ({ partner, clock, settings }) => {
    if (isExample(partner.help_email)) {
      return path.isAbsolute(settings.partner)
        ? `${path.join(settings.partner, 'site.ts')} still has the addresses of an invented university, such as ${partner.help_email} (docs/partner.md).`
        : `PARTNER=${partner.slug} is an invented university. Make a folder of your own (docs/partner.md).`;
    }
    const now = clock().getTime();
    const isOver = partner.terms.length > 0 && partner.terms.every(({ closes }) => Date.parse(closes) < now);
    return isOver
      ? `Every term of ${partner.name} has closed. Name the next one in partners/${partner.slug}/partner.ts.`
      : undefined;
  },

  'sign-on': async ({ office: { sign_on: signOn }, settings, clock }) => {
    if (signOn === undefined) return undefined;
    const { publicUrl, officeClientSecret: secret } = settings;
    const problems = await signOnProvider({ signOn, secret, publicUrl, clock }).findProblems();
    return problems.length === 0 ? undefined : `${signOn.issuer}: ${problems.join(' ')} See docs/sign-on.md.`;
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
  let missing = 0;
  for (const [name, check] of Object.entries(CHECKS)) {
    const sentence = await Promise.resolve()
      .then(() => check(deps))
      .catch(describeProblem);
    if (sentence !== undefined) missing += 1;
    lines.push(`${(sentence === undefined ? 'ok' : 'missing').padEnd(8)}${name.padEnd(13)}${sentence ?? ''}`.trimEnd());
  }
  const isReady = missing === 0;
  return { text: [...lines, '', isReady ? 'Ready for applicants.' : `${missing} missing.`].join('\n'), isReady };
}
