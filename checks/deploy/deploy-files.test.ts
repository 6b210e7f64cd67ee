import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MACHINE_TOOLS } from '../../tools/start/machine-tools.ts';
import { deployFolder, knownVariables, listDeployFiles, unknownVariables, variablesIn } from './deploy-files.ts';

const read = (file: string) => fs.readFileSync(path.join(deployFolder, file), 'utf8');

test('the deploy files name only variables that docs/operating.md explains', () => {
  expect(variablesIn('kubernetes/base/settings.yaml')).toEqual(expect.arrayContaining(['PUBLIC_URL', 'S3_BUCKET']));
  expect(variablesIn('compose.yaml')).toEqual(expect.arrayContaining(['DATABASE_URL', 'DATABASE_MIGRATION_URL']));
  expect(variablesIn('environment.example')).toEqual(expect.arrayContaining(['SECRET_KEY', 'SMTP_URL', 'MAIL_FROM']));
  expect(variablesIn('Containerfile')).toEqual(expect.arrayContaining(['DATA_DIR', 'HOST', 'PORT']));
  expect(knownVariables().size).toBeGreaterThan(25);
  const unknown = listDeployFiles().map((file) => [file, unknownVariables(file)] as const);
  expect(unknown.filter(([, names]) => names.length > 0)).toEqual([]);
});

test('the image has every program that npm start installs', () => {
  const installed = new Set(read('Containerfile').split(/[\s\\]+/));
  const missing = MACHINE_TOOLS.filter(
    ({ debianPackages }) => !debianPackages.some((group) => group.every((name) => installed.has(name))),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('every program that the deploy files start exists, and probes request paths that the server has', () => {
  const texts = listDeployFiles().map(read).join('\n');
  const started = new Set([...texts.matchAll(/apps\/server\/src\/[a-z-]+[.]ts/g)].map(([file]) => file));
  expect([...started].sort()).toEqual(
    ['migrate', 'operator', 'server', 'worker'].map((name) => `apps/server/src/${name}.ts`),
  );
  for (const file of started) expect(fs.existsSync(path.join(deployFolder, '..', file))).toBe(true);
  expect(read('kubernetes/base/web.yaml')).toMatch(/livenessProbe:\s+.*\/livez.*\s+readinessProbe:\s+.*\/readyz/);
  expect(read('kubernetes/base/worker.yaml')).toMatch(/livenessProbe:\s+.*path: \/livez, port: metrics/);
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
