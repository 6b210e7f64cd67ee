import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { METRICS_PATH } from '@firstyear/api-contract/addresses';
import { answer, profile } from '@firstyear/api-contract/application';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { signup } from '@firstyear/api-contract/identity';
import { lookupFind } from '@firstyear/api-contract/lookup';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMail } from '../jobs/all-jobs.ts';
import { readQueueDepths } from '../jobs/job-rows.ts';
import { newApplicant } from '../modules/application/row/applicant.testing.ts';
import { readConversionDepths } from '../modules/application/uploads/end-conversion.ts';
import { upload } from '../modules/application/uploads/uploading.testing.ts';
import { freePort } from '../process/free-port.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { TestClock } from '../testing/clock.ts';
import { eventually } from '../testing/eventually.ts';

let server: TestApp;
let folder: string;
beforeAll(async () => {
  server = await testApp({ clock: new TestClock(new Date().toISOString()) });
  folder = await mkdtemp(path.join(tmpdir(), 'firstyear-observed-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function start(file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: { PATH: process.env.PATH, DATABASE_URL: server.database.url, DATA_DIR: folder, LOG_LEVEL: 'debug', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { pid: child.pid ?? 0, output: () => output, stop };
}

const scrape = async (port: number): Promise<string> => (await fetch(`http://localhost:${port}${METRICS_PATH}`)).text();

test('metrics and logs show what happens, a request id follows its job, and neither contains personal data', async () => {
  const [port, webMetrics, workerMetrics] = [await freePort(), await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  const env = { PORT: String(port), PUBLIC_URL: origin };
  const web = start('server.ts', { ...env, METRICS_PORT: String(webMetrics) });
  const worker = start('worker.ts', { ...env, METRICS_PORT: String(workerMetrics) });
  try {
    await eventually(() => scrape(webMetrics), { interval: 100 });
    await eventually(() => scrape(workerMetrics), { interval: 100 });
    await eventually(async () => expect((await fetch(`${origin}/livez`)).status).toBe(200));
    const ada = await newApplicant(server);
    const headers = {
      'content-type': 'application/json',
      cookie: `${SESSION_COOKIE}=${ada.cookies.get(SESSION_COOKIE)}`,
      'x-request-id': 'chosen-by-a-stranger',
    };
    const send = (path: string, payload?: object, method = 'POST') =>
      fetch(`${origin}${path}`, { method, headers, ...(payload && { body: JSON.stringify(payload) }) });
    const saved = await send(answer.path, { first_name: 'Zwinglianus', nobody_asks: 'Qwertzian' }, 'PUT');
    expect(saved.status).toBe(200);
    expect((await send(profile.path, undefined, 'GET')).status).toBe(200);
    expect((await send(`${lookupFind.path}?category=high_school&text=Zwinglianus`, undefined, 'GET')).status).toBe(400);
    expect((await send('/public/login', { username: ada.email, password: 'Zwinglianus' })).status).toBe(400);
    expect((await send('/api/Zwinglianus', undefined, 'GET')).status).toBe(404);
    const username = 'zwinglianus@mail.example';
    const signedUp = await send(signup.path, { username, password: 'Tall-Maples-97-in-Autumn' });
    const request = signedUp.headers.get('x-request-id');
    expect([signedUp.status, request]).toEqual([200, expect.stringMatching(/^[\da-f-]{36}$/)]);

    const lines = () =>
      worker
        .output()
        .split('\n')
        .filter((line) => line.includes('"a job was done"'))
        .map((line): unknown => JSON.parse(line));
    const done = { job: 'send-mail', request, mail_id: expect.any(String), ms: expect.any(Number) };
    await eventually(() => expect(lines()).toEqual([expect.objectContaining(done)]));
    const webLines = web.output().split('\n');
    expect(webLines.filter((line) => line.includes(`"request":"${request}"`))).toEqual([
      expect.stringContaining(`"path":"${signup.path}"`),
    ]);

    const [webText, workerText] = [await scrape(webMetrics), await scrape(workerMetrics)];
    expect(webText).toContain('firstyear_saves_acknowledged_total 1\n');
    expect(webText).toContain(
      `firstyear_http_request_seconds_count{route="${answer.path}",method="PUT",status="200"} 1`,
    );
    expect(webText).toContain('firstyear_http_request_seconds_count{route="none",method="GET",status="404"} 1');
    for (const pool of ['calls', 'lookups']) {
      expect(webText).toContain(`firstyear_database_connections{pool="${pool}",state="waiting"} 0`);
    }
    expect(webText).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(workerText).toContain('firstyear_mails_total{outcome="sent"} 1');
    expect(workerText).toContain('firstyear_queue_waiting{queue="send-mail"} 0');
    expect(workerText).toContain('firstyear_queue_oldest_seconds{queue="documents-word"} 0');
    for (const queue of ['items-to-check', 'links-to-mail'])
      expect(workerText).toContain(`firstyear_queue_waiting{queue="${queue}"} 0`);
    expect((await fetch(`http://localhost:${webMetrics}/`)).status).toBe(404);
    expect((await fetch(`http://localhost:${workerMetrics}/livez`)).status).toBe(200);
    expect((await fetch(`${origin}${METRICS_PATH}`)).headers.get('content-type')).toMatch(/^text\/html/);

    // The metrics of dashboard and alerts exist.
    const files = ['alerts.yml', 'dashboard.json'].map(
      (name) => new URL(`../../../../deploy/monitoring/${name}`, import.meta.url),
    );
    const used = (await Promise.all(files.map((file) => readFile(file, 'utf8'))))
      .join('\n')
      .match(/\b(firstyear|nodejs|process)_[a-z0-9_]+/g);
    const known = new Set([...`${webText}${workerText}`.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name));
    const names = new Set(used?.map((name) => name.replace(/(?<=_seconds)_(bucket|count|sum)$/, '')));
    expect(names.size).toBeGreaterThan(10);
    expect([...names].filter((name) => !known.has(name))).toEqual([]);

    const everything = [webText, workerText, web.output(), worker.output()].join('\n');
    for (const secret of [/zwinglianus/i, /qwertzian/i, /mail\.example/, /maples/i, /testperson/i, /stranger/]) {
      expect(everything).not.toMatch(secret);
    }
  } finally {
    await Promise.all([web.stop(), worker.stop()]);
  }
});

async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').map(Number);
}

test('several web processes share one port, one that dies is restarted, and their metrics are added up', async () => {
  const [port, metrics] = [await freePort(), await freePort()];
  const env = { PORT: String(port), METRICS_PORT: String(metrics), WEB_PROCESSES: '2' };
  const web = start('server.ts', env);
  try {
    await eventually(async () => expect(web.output().match(/"listening"/g)).toHaveLength(2));
    const [first = 0, second = 0] = await childrenOf(web.pid);
    for (let call = 0; call < 6; call += 1) expect((await fetch(`http://localhost:${port}/livez`)).status).toBe(200);
    expect(await scrape(metrics)).toContain(
      'firstyear_http_request_seconds_count{route="/livez",method="GET",status="200"} 6',
    );
    process.kill(first, 'SIGKILL');
    await eventually(async () => expect(web.output().match(/"listening"/g)).toHaveLength(3));
    expect((await fetch(`http://localhost:${port}/livez`)).status).toBe(200);
    const now = await childrenOf(web.pid);
    expect([now.length, now.includes(first), now.includes(second)]).toEqual([2, false, true]);
  } finally {
    await web.stop();
  }
  await expect(fetch(`http://localhost:${port}/livez`)).rejects.toThrow();
});

test('the depth of a queue is measured with the age of its oldest job, without documents that wait for a program', async () => {
  await server.jobs.send(sendMail, { mail_id: '00000000-0000-4000-8000-000000000000' });
  await sql`update pgboss.job set start_after = now() - interval '90 seconds' where state = 'created'`.execute(
    server.db,
  );
  const mails = (await readQueueDepths(server.db)).find(({ queue }) => queue === 'send-mail');
  expect(mails?.waiting).toBe(1);
  expect(mails?.oldestSeconds).toBeGreaterThanOrEqual(90);
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  const pdf = await textPdf('Ada');
  await upload(server, ada, pdf, 'record.pdf');
  await upload(server, bo, pdf, 'record.pdf');
  const isBo = server.db.updateTable('document').where('application_id', '=', bo.applicationId);
  await isBo.set({ waits_for: 'scanner' }).execute();
  expect(await readConversionDepths(server.db)).toEqual([
    { queue: 'documents-quick', waiting: 1, oldestSeconds: expect.any(Number) },
    { queue: 'documents-word', waiting: 0, oldestSeconds: 0 },
  ]);
});
