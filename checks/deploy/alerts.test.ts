import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) =>
  fs.readFileSync(path.resolve(import.meta.dirname, '../../deploy/monitoring', name), 'utf8');

test('each alert is tried both ways by promtool: that it fires, and that a quiet hour does not fire it', () => {
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const tries = read('alerts.test.yml');
  const quiet = [...tries.matchAll(/alertname: (\w+), exp_alerts: \[\]/g)].map(([, name]) => name);
  const firing = [...tries.matchAll(/alertname: (\w+)\s+exp_alerts:\s+- exp_labels:/g)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(9);
  expect(quiet.toSorted()).toEqual(alerts.toSorted());
  expect(firing.toSorted()).toEqual(alerts.toSorted());
});
