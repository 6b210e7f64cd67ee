import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MACHINE_TOOLS } from '../../tools/start/machine-tools.ts';

const deployFolder = path.resolve(import.meta.dirname, '../../deploy');
const read = (file: string) => fs.readFileSync(path.join(deployFolder, file), 'utf8');

/** The files that may set variables. */
const deployFiles = fs
  .readdirSync(deployFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => !file.startsWith('monitoring') && fs.statSync(path.join(deployFolder, file)).isFile());

/** A variable that is set or read: NAME=value, NAME: value, name: NAME, ${NAME}, key: NAME. */
const SETTING =
  /(?:^|[\s{])([A-Z][A-Z0-9_]{2,})(?:=|: )|\bname: ([A-Z][A-Z0-9_]{2,})\b|\bkey: ([A-Z][A-Z0-9_]{2,})\b|\$\{([A-Z][A-Z0-9_]{2,})[:}]|\bprocess\.env\.([A-Z][A-Z0-9_]{2,})/gm;

/** Every variable that a file sets or reads. */
function variablesIn(file: string): readonly string[] {
  const matches = read(file)
    .replaceAll(/^\s*#.*$/gm, '')
    .matchAll(SETTING);
  return [...matches].flatMap((match) => match.slice(1).filter((name) => name !== undefined));
}

/** Variables that docs/operating.md doesn't explain, with the program that reads them. */
const FOREIGN: Readonly<Record<string, string>> = {
  HOME: 'where programs may write',
  PATH: 'where Node is found',
  DEBIAN_FRONTEND: 'apt-get asks nothing',
  BUILD_IMAGE: 'given to the build',
  RUN_IMAGE: 'given to the build',
  POSTGRES_USER: 'image of PostgreSQL',
  POSTGRES_DB: 'image of PostgreSQL',
  POSTGRES_PASSWORD: 'image of PostgreSQL',
  OWNER_PASSWORD: 'given to compose.yaml',
  SERVING_PASSWORD: 'given to compose.yaml',
  ON_ERROR_STOP: 'psql',
  SITE: 'given to the Caddyfile',
  UPSTREAM: 'given to the Caddyfile',
};

/** The variables that docs/operating.md explains. */
function knownVariables(): ReadonlySet<string> {
  const rows = [...read('../docs/operating.md').matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)];
  return new Set(rows.flatMap(([, names = '']) => names.match(/[A-Z][A-Z0-9_]+/g) ?? []));
}

test('the deploy files name only variables that docs/operating.md explains', () => {
  expect(variablesIn('kubernetes/base/settings.yaml')).toEqual(expect.arrayContaining(['PUBLIC_URL', 'S3_BUCKET']));
  expect(variablesIn('compose.yaml')).toEqual(expect.arrayContaining(['DATABASE_URL', 'DATABASE_MIGRATION_URL']));
  expect(variablesIn('environment.example')).toEqual(expect.arrayContaining(['SECRET_KEY', 'SMTP_URL', 'MAIL_FROM']));
  expect(variablesIn('Containerfile')).toEqual(expect.arrayContaining(['DATA_DIR', 'HOST', 'PORT']));
  const known = knownVariables();
  expect(known.size).toBeGreaterThan(25);
  // Those of PostgreSQL's programs and of rclone are theirs.
  const isUnknown = (name: string) =>
    !known.has(name) && !Object.hasOwn(FOREIGN, name) && !/^(?:PG|RCLONE_)/.test(name);
  const unknown = deployFiles.flatMap((file) =>
    variablesIn(file)
      .filter(isUnknown)
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('the image has every program that npm start installs', () => {
  const installed = new Set(read('Containerfile').split(/[\s\\]+/));
  const missing = MACHINE_TOOLS.filter(
    ({ debianPackages }) => !debianPackages.some((group) => group.every((name) => installed.has(name))),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('every program that the deploy files start exists, and probes request paths that the server has', () => {
  const texts = deployFiles.map(read).join('\n');
  const started = new Set([...texts.matchAll(/apps\/server\/src\/programs\/[a-z-]+[.]ts/g)].map(([file]) => file));
  expect([...started].sort()).toEqual(
    ['migrate', 'server', 'worker'].map((name) => `apps/server/src/programs/${name}.ts`),
  );
  for (const file of started) expect(fs.existsSync(path.join(deployFolder, '..', file))).toBe(true);
  expect(read('kubernetes/base/web.yaml')).toMatch(/livenessProbe:\s+.*\/livez.*\s+readinessProbe:\s+.*\/readyz/);
  expect(read('kubernetes/base/worker.yaml')).toMatch(/livenessProbe:\s+.*path: \/livez, port: metrics/);
});

test('nginx takes no web server out after one failure: with two restarts in a row it would have none', () => {
  const servers = [...read('proxy/nginx.conf').matchAll(/^\s*server [\d.]+:\d+(.*);$/gm)].map(([, options]) => options);
  expect(servers.length).toBeGreaterThan(0);
  expect(new Set(servers)).toEqual(new Set([' max_fails=0']));
});

test('no proxy logs addresses, since those of a link hold its token, such as /help/<token>', () => {
  const nginx = read('proxy/nginx.conf');
  expect([...nginx.matchAll(/^\s*access_log (.*)$/gm)].map(([, to]) => to)).toEqual(['off;']);
  // Below this, nginx names the address in each error.
  expect([...nginx.matchAll(/^\s*error_log \S+ (.*)$/gm)].map(([, level]) => level)).toEqual(['crit;']);
  const caddy = [...read('proxy/Caddyfile').matchAll(/^\s*log \{\s+(.*)$/gm)].map(([, first]) => first);
  expect(caddy).toEqual(['exclude http.log.error', 'output discard']);
  expect(read('kubernetes/base/web.yaml')).toContain('nginx.ingress.kubernetes.io/enable-access-log: "false"');
});

test('the nightly backup deletes backups older than two weeks, and keeps the others', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-nightly-'));
  const ages = { '2026-11-01': 20, '2026-11-15': 6, '2026-11-21': 0 };
  for (const [name, days] of Object.entries(ages)) {
    fs.mkdirSync(path.join(folder, name, 'tables'), { recursive: true });
    const at = Date.now() / 1000 - days * 86_400;
    fs.utimesSync(path.join(folder, name), at, at);
  }
  const unit = read('systemd/firstyear-backup.service');
  const command = /^ExecStartPost=(.+)$/m.exec(unit)?.[1]?.replace('/var/backups/firstyear', folder) ?? '';
  const [program = '', ...args] = command.split(' ');
  execFileSync(program, args);
  const left = fs.readdirSync(folder).sort();
  fs.rmSync(folder, { recursive: true });
  expect(left).toEqual(['2026-11-15', '2026-11-21']);
});

test('promtool tests each alert both ways: it fires when it should, and a quiet hour does not fire it', () => {
  const alerts = [...read('monitoring/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const alertTests = read('monitoring/alerts.test.yml');
  const quiet = [...alertTests.matchAll(/alertname: (\w+), exp_alerts: \[\]/g)].map(([, name]) => name);
  const firing = [...alertTests.matchAll(/alertname: (\w+)\s+exp_alerts:\s+- exp_labels:/g)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(9);
  expect(quiet.toSorted()).toEqual(alerts.toSorted());
  expect(firing.toSorted()).toEqual(alerts.toSorted());
});
