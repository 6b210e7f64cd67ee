import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnvironment, productEnvironment } from '@firstyear/processes/child-environment';
import { partnerFolder } from '@firstyear/processes/partner-folder';
import { afterAll, expect, test } from 'vitest';
import { deriveKey } from '../crypto/secret.ts';
import { ConfigError, describeMisspelledVariables, readConfig, readOwnerUrl } from './config.ts';
import { loadPartner, requireLogo } from './load-partner.ts';
import { describeLocalFolders, unsafeOnMachine } from './unsafe-settings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'firstyear-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const GOOD = { DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/db', DATA_DIR: folder };

test('settings that are not set have defaults', () => {
  expect(readConfig(GOOD)).toMatchObject({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    partner: 'larkmoor',
    smtpUrl: undefined,
    trustedProxy: [],
  });
});

test('the default public address has the port, and an empty variable counts as unset', () => {
  expect(readConfig({ ...GOOD, PORT: '4000', PUBLIC_URL: '' }).publicUrl).toBe('http://localhost:4000');
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['NODE_ENV', 'prod'],
  ['PUBLIC_URL', 'apply.example.edu'],
  ['PUBLIC_URL', 'https://example.edu/apply'],
  ['DATABASE_URL', 'mysql://x'],
  ['SMTP_URL', 'http://mail'],
  ['MAIL_FROM', 'nobody'],
  ['PARTNER', '../etc'],
  ['TRUSTED_PROXY', 'everybody!'],
  ['TRUSTED_PROXY', '10.0.0.1.2'],
  ['TRUSTED_PROXY', '10.0.0.0/33'],
  ['TRUSTED_PROXY', '10.0.0.0/255.0.0.0'],
  ['TRUSTED_PROXY', '10.0.0.1,'],
  ['HOST', '999.1.1.1'],
  ['HOST', 'http://localhost'],
  ['METRICS_PORT', '3000'],
  ['SECRET_KEY', 'short'],
  ['ALLOW_UNSANDBOXED', 'no'],
  ['SECRET_KEY_PREVIOUS', 'short'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_PORT', '0'],
  ['WEB_PROCESSES', '0'],
  ['SERVICE_WORKER', 'no'],
])('a bad %s is refused in one sentence that names it', (name, value) => {
  const read = () => readConfig({ ...GOOD, [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} must [^\n]+\\.$`));
});

test('HOST can be a name or an address', () => {
  const hosts = ['localhost', '0.0.0.0', '::', '10.0.0.5', 'web_1.internal.example', 'web-2', '1.web.example'];
  expect(hosts.map((HOST) => readConfig({ ...GOOD, HOST }).host)).toEqual(hosts);
});

test('a misspelled variable is reported with the name that was probably meant; other variables are ignored', () => {
  const slips = {
    SMPT_URL: 'SMTP_URL',
    TRUSTED_PROXIES: 'TRUSTED_PROXY',
    DATADIR: 'DATA_DIR',
    Database_Url: 'DATABASE_URL',
  };
  const env = { ...GOOD, ...Object.fromEntries(Object.keys(slips).map((name) => [name, 'x'])), PROT: '80' };
  expect(describeMisspelledVariables(env)).toEqual(
    Object.entries({ ...slips, PROT: 'PORT' }).map(
      ([name, meant]) => `${name} is set, but nothing reads it. Is ${meant} meant?`,
    ),
  );
  const ordinary =
    'HOME HOSTNAME HOSTTYPE LANG LC_ALL LOGNAME MAIL NODE_OPTIONS NODE_PATH OLDPWD PWD SHELL SHLVL TERM TZ USER XDG_DATA_DIRS ' +
    'XDG_DATA_HOME INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY SYSTEMD_EXEC_PID AWS_REGION PGHOST PGPORT POSTGRES_DB ' +
    'KUBERNETES_PORT KUBERNETES_SERVICE_HOST WEB_PORT WEB_SERVICE_PORT npm_config_cache npm_lifecycle_event LD_LIBRARY_PATH ' +
    'EDITOR DISPLAY MANPATH INFOPATH SSH_TTY INSTALL_TOOLS DATABASE_MIGRATION_URL HTTP_PROXY NO_PROXY INIT_CWD _';
  expect(describeMisspelledVariables(Object.fromEntries(ordinary.split(' ').map((name) => [name, 'x'])))).toEqual([]);
});

test('a missing logo is reported in one sentence with its path', () => {
  const logo = { file: 'nowhere.svg', width: 40, height: 40 };
  expect(() => requireLogo({ logo }, partnerFolder('larkmoor'))).toThrow(
    /^The logo \/.+\/partners\/larkmoor\/nowhere[.]svg is not there[.].+larkmoor\/site[.]ts[.]$/,
  );
});

const HTTPS = { PUBLIC_URL: 'https://apply.example', TRUSTED_PROXY: '127.0.0.1' };
const S3 = { S3_BUCKET: 'applications', S3_ACCESS_KEY_ID: 'invented', S3_SECRET_ACCESS_KEY: 'invented' };

test.each([
  ['https without the proxy that makes it', { ...HTTPS, TRUSTED_PROXY: '' }, 'TRUSTED_PROXY must be set'],
  ['everybody as the proxy', { TRUSTED_PROXY: '10.0.0.1, 0.0.0.0/0' }, 'TRUSTED_PROXY must name your proxy'],
  ['everybody as the proxy, in IPv6', { TRUSTED_PROXY: '::/0' }, 'TRUSTED_PROXY must name your proxy'],
  ['http for other machines', { PUBLIC_URL: 'http://apply.example' }, 'PUBLIC_URL must begin with https://'],
  ['files over http', { ...HTTPS, ...S3, S3_ENDPOINT: 'http://s3.example' }, 'S3_ENDPOINT must begin with https://'],
])('unsafe combinations of settings are refused with the variable to change: %s', (_what, env, beginning) => {
  const read = () => readConfig({ ...GOOD, ...env });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${beginning}[^\n]+\\.$`));
});

const FAR = 'postgres://u:p@db.example/x';
const NEAR = 'postgres://u:p@127.0.0.1:5433/x';

test.each([
  ['a public address', { ...HTTPS, DATABASE_URL: NEAR }, false, true],
  ['a database elsewhere', { DATABASE_URL: FAR }, false, true],
  ['a public address and walls', { ...HTTPS, DATABASE_URL: FAR }, true, false],
  ['a public address and consent', { ...HTTPS, DATABASE_URL: FAR, ALLOW_UNSANDBOXED: 'yes' }, false, false],
  ["a machine of one's own", { DATABASE_URL: NEAR }, false, false],
  ['a database at a socket of this machine', { DATABASE_URL: 'postgres:///x?host=/run/postgresql' }, false, false],
])('converters need walls when other people use the product: %s', (_what, env, hasWalls, isRefused) => {
  const sentence = unsafeOnMachine(readConfig({ ...GOOD, ...env }), { hasWalls });
  if (isRefused) expect(sentence).toMatch(/^bubblewrap must be installed, [^\n]+ALLOW_UNSANDBOXED=yes$/);
  else expect(sentence).toBeUndefined();
});

test.each([
  ['a database elsewhere and folders here', { DATABASE_URL: FAR }, /documents .*S3_ENDPOINT.* and emails .*SMTP_URL/],
  [
    'emails here only',
    { ...S3, DATABASE_URL: FAR, S3_ENDPOINT: 'https://s3.example' },
    /but emails \(set SMTP_URL\) stay/,
  ],
  ['documents here only', { DATABASE_URL: FAR, SMTP_URL: 'smtp://mail.example' }, /but documents .* stay in DATA_DIR/],
])('a start warns of local folders beside a database on another machine: %s', (_what, env, sentence) => {
  expect(describeLocalFolders(readConfig({ ...GOOD, ...env }))).toMatch(sentence);
});

test.each([
  ['a database on this machine', { DATABASE_URL: NEAR }],
  [
    'everything elsewhere',
    { ...S3, DATABASE_URL: FAR, S3_ENDPOINT: 'https://s3.example', SMTP_URL: 'smtp://mail.example' },
  ],
])('a start does not warn of folders with %s', (_what, env) => {
  expect(describeLocalFolders(readConfig({ ...GOOD, ...env }))).toBeUndefined();
});

test('a child process gets PATH, HOME and the language, and none of our other variables', () => {
  const env = { PATH: '/bin', HOME: '/root', LANG: 'C', SECRET_KEY: 's', DATABASE_URL: NEAR, NODE_OPTIONS: '--x' };
  expect(childEnvironment({ HOME: '/tmp', EXTRA: '1' }, env)).toEqual({
    PATH: '/bin',
    HOME: '/tmp',
    LANG: 'C',
    EXTRA: '1',
  });
});

test('a product that a tool starts shares programs and university with its shell, and no data of an installation', () => {
  const shared = { PATH: '/bin', PARTNER_DIR: '/far', CHROMIUM_PATH: '/bin/chromium' };
  const others = { DATABASE_MIGRATION_URL: FAR, SMTP_URL: 'smtp://mail.example', SECRET_KEY: 's', PARTNER: '' };
  expect(productEnvironment({ PORT: '1' }, { ...shared, ...others })).toEqual({ ...shared, PORT: '1' });
});

test.each([
  ['https behind a proxy', HTTPS],
  ['https with files over https', { ...HTTPS, ...S3, S3_ENDPOINT: 'https://s3.example' }],
  ['http on this machine by number', { PUBLIC_URL: 'http://127.0.0.1:4000' }],
  ['http on this machine by its IPv6 number', { PUBLIC_URL: 'http://[::1]:4000' }],
  ["files over http on a machine of one's own", { ...S3, S3_ENDPOINT: 'http://127.0.0.1:9000' }],
  ['a network of proxies', { ...HTTPS, TRUSTED_PROXY: '10.0.0.0/8, ::1' }],
])('safe settings are accepted: %s', (_what, env) => {
  expect(() => readConfig({ ...GOOD, ...env })).not.toThrow();
});

test('an error never repeats the password in an address', () => {
  expect(() => readConfig({ ...GOOD, DATABASE_URL: 'mysql://u:hunter@x' })).not.toThrow(/hunter/);
});

test('the address for migrations is not in the settings, and needs the address for serving', () => {
  const DATABASE_MIGRATION_URL = 'postgres://owner:hunter@127.0.0.1/x';
  expect(readOwnerUrl({ ...GOOD, DATABASE_MIGRATION_URL })).toBe(DATABASE_MIGRATION_URL);
  expect(JSON.stringify(readConfig({ ...GOOD, DATABASE_MIGRATION_URL }))).not.toContain('hunter');
  expect(readOwnerUrl(GOOD)).toBe(GOOD.DATABASE_URL);
  expect(readOwnerUrl({})).toBeUndefined();
  expect(() => readOwnerUrl({ DATABASE_MIGRATION_URL })).toThrow(/needs DATABASE_URL/);
  const wrong = { ...GOOD, DATABASE_MIGRATION_URL: 'mysql://u:hunter@x' };
  expect(() => readOwnerUrl(wrong)).toThrow(/must be a PostgreSQL address/);
  expect(() => readOwnerUrl(wrong)).not.toThrow(/hunter/);
});

test('without a database address, the error names the variable', () => {
  expect(() => readConfig({ DATA_DIR: folder })).toThrow(/^DATABASE_URL must be set/);
});

test('the secret is made once, and only its owner can read it', () => {
  const first = readConfig(GOOD).secret;
  expect(first.current).toHaveLength(32);
  expect(readConfig(GOOD).secret).toEqual({ current: first.current, previous: undefined });
  expect(statSync(path.join(folder, 'secret-key')).mode & 0o777).toBe(0o600);
});

test('the previous secret comes from SECRET_KEY_PREVIOUS, else from a file beside the current one', () => {
  const dataDir = path.join(folder, 'rotating');
  const earlier = readConfig({ ...GOOD, DATA_DIR: dataDir }).secret.current;
  renameSync(path.join(dataDir, 'secret-key'), path.join(dataDir, 'secret-key-previous'));
  const { current, previous } = readConfig({ ...GOOD, DATA_DIR: dataDir }).secret;
  expect(previous).toEqual(earlier);
  expect(current).not.toEqual(earlier);
  const named = { SECRET_KEY: 'n'.repeat(32), SECRET_KEY_PREVIOUS: 'o'.repeat(32) };
  const { secret } = readConfig({ ...GOOD, DATA_DIR: dataDir, ...named });
  expect(secret).toEqual({ current: Buffer.from('n'.repeat(32)), previous: Buffer.from('o'.repeat(32)) });
});

test.each([
  ['empty', ''],
  ['cut off', 'c2hvcnQ'],
])('a secret key that is %s is refused in one sentence and not overwritten', (name, content) => {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, 'secret-key'), content);
  const read = () => readConfig({ ...GOOD, DATA_DIR: dataDir });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/^The secret key in [^\n]+ is empty or cut off\. [^\n]+\.$/);
  expect(statSync(path.join(dataDir, 'secret-key')).size).toBe(content.length);
});

test('a data folder that cannot be made is reported in one sentence', () => {
  expect(() => readConfig({ ...GOOD, DATA_DIR: '/dev/null/data' })).toThrow(
    /^DATA_DIR must be a folder that can be written to \(\/dev\/null\/data: E[A-Z]+: /,
  );
});

test('keys for different purposes differ', () => {
  const secret = { current: Buffer.alloc(32, 1), previous: undefined };
  expect(deriveKey(secret, 'a').equals(deriveKey(secret, 'b'))).toBe(false);
  expect(deriveKey(secret, 'a').equals(deriveKey(secret, 'a'))).toBe(true);
});

test('a partner that does not exist is reported in one sentence', async () => {
  await expect(loadPartner({ partner: 'nowhere', environment: 'test' })).rejects.toThrow(
    'PARTNER names "nowhere", but there is no partners/nowhere/partner.ts.',
  );
});

test('the address provider is the built-in one unless another is named with its credentials', () => {
  const from = (env: Readonly<Record<string, string>>) => readConfig({ ...GOOD, ...env }).addressProvider;
  expect(from({})).toEqual({ kind: 'embedded' });
  expect(from({ ADDRESS_PROVIDER: 'here', HERE_API_KEY: 'k' })).toEqual({ kind: 'here', apiKey: 'k' });
  expect(from({ ADDRESS_PROVIDER: 'smarty', SMARTY_AUTH_ID: 'i', SMARTY_AUTH_TOKEN: 't' })).toEqual({
    kind: 'smarty',
    authId: 'i',
    authToken: 't',
  });
  expect(from({ ADDRESS_PROVIDER: 'photon', PHOTON_URL: 'http://photon.example' })).toEqual({
    kind: 'photon',
    url: 'http://photon.example',
  });
  expect(() => from({ ADDRESS_PROVIDER: 'smarty', SMARTY_AUTH_ID: 'i' })).toThrow(/^SMARTY_AUTH_TOKEN must be set/);
  expect(() => from({ ADDRESS_PROVIDER: 'maps' })).toThrow(ConfigError);
});
