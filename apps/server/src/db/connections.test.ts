import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CONNECTIONS } from './connections.ts';

const source = path.resolve(import.meta.dirname, '..');

test('the numbers of connections in the operating guide are those of the pools', () => {
  const { web, worker, command } = CONNECTIONS;
  const rows = [
    ['each web server', web.calls + web.lookups + web.probe],
    ['each worker', worker.work + worker.queue + worker.listening + worker.claim],
    ['each command', command],
  ];
  const text = fs.readFileSync(path.resolve(source, '../../../docs/operating.md'), 'utf8');
  const table = [...text.matchAll(/^\| (each [^|(]+?)(?: \([^|]+\))? \| (\d+)(?:: [^|]*)? \|$/gm)];
  expect(table.map(([, name, most]) => [name, Number(most)])).toEqual(rows);
});

/** The files that open connections, and the entries of CONNECTIONS that count them. */
const OPENERS: Readonly<Record<string, string>> = {
  'db/connections.ts': 'connectClient: its caller',
  'db/database.ts': 'createPool: its caller',
  'db/migrate.ts': 'command',
  'db/serving-role.ts': 'command',
  'db/shared-embedded.ts': 'not counted: the embedded database only',
  'db/worker-claim.ts': 'worker.claim',
  'jobs/jobs.ts': 'worker.queue and listening; command for installing; the sender uses a given pool',
  'modules/reference/lookup/service.ts': 'web.lookups',
  'modules/reference/lookup/starter.ts': 'command',
  'operator/import-schools.ts': 'command',
  'plugins/health.ts': 'web.probe',
  'programs/operator-installation.ts': 'command',
  'programs/server.ts': 'web.calls',
  'programs/worker.ts': 'worker.work',
};
const OPENS = /new (?:pg[.])?(?:Client|Pool|PgBoss)\(|createPool\(|connectClient\(/;
const QUEUES = /openJobQueue\(/g;

test('every file that opens connections is counted', () => {
  const files = fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /[.]ts$/.test(file) && !/[.]test[.]ts$|^testing[/]|[.]d[.]ts$/.test(file));
  const read = (file: string) => fs.readFileSync(path.join(source, file), 'utf8');
  expect(files.filter((file) => OPENS.test(read(file))).toSorted()).toEqual(Object.keys(OPENERS));
  const queues = files.flatMap((file) => read(file).match(QUEUES) ?? []);
  // Its definition, and the worker's call.
  expect(queues).toHaveLength(2);
});
