import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MACHINE_TOOLS } from '../start/machine-tools.ts';
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

test('the image has every program that npm start looks for', () => {
  const installed = new Set(read('Containerfile').split(/[\s\\]+/));
  const lacking = MACHINE_TOOLS.filter(
    ({ debianPackages }) => !debianPackages.some((group) => group.every((name) => installed.has(name))),
  );
  expect(lacking.map(({ name }) => name)).toEqual([]);
});

test('every part that starts is a file of the server, and probes ask what the server responds to', () => {
  const texts = listDeployFiles().map(read).join('\n');
  const started = new Set([...texts.matchAll(/apps\/server\/src\/[a-z-]+[.]ts/g)].map(([file]) => file));
  expect([...started].sort()).toEqual(
    ['migrate', 'operator', 'server', 'worker'].map((name) => `apps/server/src/${name}.ts`),
  );
  for (const file of started) expect(fs.existsSync(path.join(deployFolder, '..', file))).toBe(true);
  expect(read('kubernetes/base/web.yaml')).toMatch(/livenessProbe:\s+.*\/livez.*\s+readinessProbe:\s+.*\/readyz/);
});
