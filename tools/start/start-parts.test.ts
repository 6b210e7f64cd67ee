import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { StartProblem } from '../bootstrap/start-problem.mjs';
import { lockDataFolder } from './data-folder.ts';
import { openLog } from './log-file.ts';
import { formatLogLine } from './log-lines.ts';
import { startManagedProcess } from './managed-process.ts';
import { checkPort } from './port.ts';
import { readSettings } from './settings.ts';
import { hashSources } from './web-build.ts';

const projectRoot = path.resolve(import.meta.dirname, '../..');
let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-start-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('the port', () => {
  test('that another program holds is refused in one sentence with a way out, on any address of this machine', async () => {
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      const port = await freePort();
      const other = net.createServer();
      await new Promise<void>((resolve) => other.listen(port, host, resolve));
      const problem = await checkPort({ port, host: 'localhost' }, 0).catch((error: unknown) => error);
      other.close();
      expect(problem).toBeInstanceOf(StartProblem);
      expect(String(problem)).toContain(`Port ${port} is already taken`);
      expect(String(problem)).toContain(`PORT=${port + 1} npm start`);
    }
  });

  test('that is 0, or on an address that this machine does not have, is refused with a message', async () => {
    await expect(checkPort({ port: 0, host: 'localhost' })).rejects.toThrow('PORT must be a whole number from 1');
    // An address for documents, which no machine has.
    const elsewhere = checkPort({ port: await freePort(), host: '192.0.2.1' });
    await expect(elsewhere).rejects.toThrow('HOST must be a name or an address of this machine');
  });
});

describe('settings', () => {
  test.each([
    [{ SMTP_URL: 'mail.example' }, /^SMTP_URL must be/],
    [{ PARTNER: 'nobody' }, /^PARTNER names "nobody", but there is no partners\/nobody\/partner\.ts\.$/],
    [{ PARTNER_DIR: '/nowhere/art' }, /^PARTNER_DIR names \/nowhere\/art, but there is no such folder\.$/],
    [{ PORT: '3001', METRICS_PORT: '3000' }, /^METRICS_PORT must not be the port before PORT/],
    [{ INSTALL_TOOLS: 'maybe' }, /^INSTALL_TOOLS must be/],
  ])('%o is refused in one sentence that names the variable', async (env, sentence) => {
    const problem = await readSettings(projectRoot, { DATA_DIR: folder, ...env }).catch((error: unknown) => error);
    expect(problem).toMatchObject({ isForPeople: true, message: expect.stringMatching(sentence) });
    expect(String(problem)).not.toContain('\n');
  });

  test('the data folder is that of DATA_DIR, and an empty variable counts as unset', async () => {
    const settings = await readSettings(projectRoot, { DATA_DIR: folder, DATABASE_URL: '', PUBLIC_URL: '' });
    expect(settings.databaseUrl).toBeUndefined();
    expect(settings.config.publicUrl).toBe('http://localhost:3000');
    expect(settings.childEnv.DATA_DIR).toBe(folder);
  });

  test('a watched university has a data folder of its own and no other database, since its applications may be deleted', async () => {
    const settings = await readSettings(projectRoot, { DATA_DIR: folder }, 'watch');
    expect(settings.config.dataDir).toBe(path.join(folder, 'watch'));
    const elsewhere = readSettings(
      projectRoot,
      { DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1/real' },
      'watch',
    );
    await expect(elsewhere).rejects.toThrow('DATABASE_URL must not be set with --watch');
  });

  test("the printed command of an operator has the product's own address and folder", async () => {
    const { operatorCommand } = await readSettings(projectRoot, { DATA_DIR: folder, PORT: '4000' });
    expect(operatorCommand).toBe(`PORT=4000 DATA_DIR=${folder} npm run admissions --`);
  });
});

test('npm start refuses a form that a check of the partner refuses, before it becomes a release', async () => {
  const partner = path.join(folder, 'artschool');
  execFileSync(process.execPath, [
    path.join(projectRoot, 'apps/server/src/programs/operator.ts'),
    'partner',
    'new',
    partner,
  ]);
  const form = path.join(partner, 'form.ts');
  const unknown = "= { ...freshmanForm(freshman), roles: { ...freshmanForm(freshman).roles, nose: 'nothing' } };";
  fs.writeFileSync(form, fs.readFileSync(form, 'utf8').replace('= freshmanForm(freshman);', unknown));
  const starting = readSettings(projectRoot, { PARTNER_DIR: partner, DATA_DIR: folder, NODE_ENV: 'production' });
  await expect(starting).rejects.toThrow("The role 'nose' names the unknown key 'nothing'.");
});

test('a log is rotated while it is written, and never takes more than four times its size', () => {
  const file = path.join(folder, 'web.log');
  const log = openLog(file, { maxBytes: 1_000 });
  for (let line = 0; line < 1_000; line += 1) log(`${String(line).padStart(8, '0')}\n`);
  const names = fs.readdirSync(folder).sort();
  expect(names).toEqual(['web.log', 'web.log.1', 'web.log.2', 'web.log.3']);
  for (const name of names) expect(fs.statSync(path.join(folder, name)).size).toBeLessThanOrEqual(1_000);
  const kept = [...names]
    .reverse()
    .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').trim().split('\n'));
  expect(kept.at(-1)).toBe('00000999');
  expect(kept.map(Number)).toEqual(kept.map((_, place) => 1_000 - kept.length + place));
});

test('on a full disk only log lines are lost, and one sentence says so', () => {
  const file = path.join(folder, 'web.log');
  // Every write to it fails with ENOSPC, as on a full disk.
  fs.symlinkSync('/dev/full', file);
  const warnings: string[] = [];
  const log = openLog(file, { warn: (sentence) => warnings.push(sentence) });
  for (const line of ['one', 'two', 'three']) log(`${line}\n`);
  expect(warnings).toEqual([`${file} cannot be written to (the disk is full); lines are left out until it can.`]);
  fs.rmSync(file);
  log('four\n');
  expect(fs.readFileSync(file, 'utf8')).toBe('four\n');
});

describe('the lock of a data folder', () => {
  test('lets one supervisor in at a time', async () => {
    const first = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(
      `Firstyear is already running on the data folder ${folder} (process ${process.pid}).`,
    );
    first.release();
    (await lockDataFolder(folder)).release();
  });

  test('of a killed supervisor is ignored, even when another program has its port', async () => {
    fs.writeFileSync(path.join(folder, 'running.json'), JSON.stringify({ pid: 1, port: 9, token: 'gone' }));
    const first = await lockDataFolder(folder);
    const other = fs.mkdtempSync(path.join(folder, 'other-'));
    fs.copyFileSync(path.join(folder, 'running.json'), path.join(other, 'running.json'));
    const kept = JSON.parse(fs.readFileSync(path.join(other, 'running.json'), 'utf8'));
    fs.writeFileSync(path.join(other, 'running.json'), JSON.stringify({ ...kept, token: 'another' }));
    (await lockDataFolder(other)).release();
    first.release();
  });
});

describe('log lines on the console', () => {
  const line = (level: number, rest: object): string => JSON.stringify({ level, time: 1, ...rest });

  test('are sentences, not JSON', () => {
    expect(formatLogLine(line(50, { msg: 'The mail server is away', err: { message: 'ECONNREFUSED' } }), 'warn')).toBe(
      'error: The mail server is away (ECONNREFUSED)',
    );
    expect(formatLogLine(line(40, { msg: 'two\nlines' }), 'warn')).toBe('warn: two lines');
  });

  test('below the requested level are left out', () => {
    expect(formatLogLine(line(30, { msg: 'request completed' }), 'warn')).toBeUndefined();
    expect(formatLogLine(line(30, { msg: 'request completed' }), 'info')).toBe('info: request completed');
    expect(formatLogLine(line(60, { msg: 'x' }), 'silent')).toBeUndefined();
  });

  test('of a crash show the message without the stack', () => {
    const crash = [
      'node:internal/modules/run_main:171',
      '    throw err;',
      '',
      'Error: Cannot find it',
      '    at load (x.ts:1)',
      '}',
      'Node.js v26.10.0',
    ];
    expect(crash.map((text) => formatLogLine(text, 'warn')).filter((text) => text !== undefined)).toEqual([
      'Error: Cannot find it',
    ]);
  });

  test('that are no log entries are shown unchanged', () => {
    expect(formatLogLine('Error: something broke', 'warn')).toBe('Error: something broke');
    expect(formatLogLine('{ not json', 'warn')).toBe('{ not json');
    expect(formatLogLine('   ', 'warn')).toBeUndefined();
  });
});

describe('the web app is rebuilt', () => {
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  beforeEach(() => {
    for (const source of ['apps/web/src', 'apps/office/src', 'apps/helper/src', 'packages', 'forms', 'partners'])
      write(`${source}/a.ts`, '');
    for (const file of ['package-lock.json', 'tsconfig.base.json']) write(file, '{}');
  });

  test('when a source changed, but not when only a test did or nothing', () => {
    const before = hashSources(folder, 'x');
    write('apps/web/src/main.test.ts', 'test');
    write('apps/web/dist/index.html', 'built');
    expect(hashSources(folder, 'x')).toBe(before);
    expect(hashSources(folder, 'y')).not.toBe(before);
    write('packages/a.ts', 'two');
    expect(hashSources(folder, 'x')).not.toBe(before);
  });

  test('when a file in a folder of a partner changed, but not when the folder was moved', () => {
    write('here/own/site.ts', '{}');
    const before = hashSources(folder, path.join(folder, 'here/own'));
    fs.renameSync(path.join(folder, 'here'), path.join(folder, 'there'));
    expect(hashSources(folder, path.join(folder, 'there/own'))).toBe(before);
    write('there/own/site.ts', '[]');
    expect(hashSources(folder, path.join(folder, 'there/own'))).not.toBe(before);
  });
});

describe('a process of the product', () => {
  function run(script: string, retryDelaysMs: readonly number[] = [0, 0]) {
    const file = path.join(folder, 'child.mjs');
    fs.writeFileSync(file, script);
    const gaveUp = Promise.withResolvers<string>();
    const managed = startManagedProcess({
      name: 'child',
      script: file,
      env: { ...process.env, FOLDER: folder },
      logFolder: folder,
      consoleLevel: 'silent',
      onGiveUp: gaveUp.resolve,
      retryDelaysMs,
    });
    return { managed, gaveUp: gaveUp.promise };
  }
  const note = `import fs from 'node:fs'; fs.appendFileSync(process.env.FOLDER + '/runs', 'x');`;

  test('is restarted when it dies; after the last retry the reason is reported in a sentence', async () => {
    const { managed, gaveUp } = run(`${note} console.log('last words'); process.exit(3);`);
    const sentence = await gaveUp;
    await managed.stop();
    expect(sentence).toContain('The child ended with code 3, 3 times in a row.');
    expect(fs.readFileSync(path.join(folder, 'runs'), 'utf8')).toBe('xxx');
    expect(fs.readFileSync(path.join(folder, 'child.log'), 'utf8')).toContain('last words');
  });

  test('that refuses to start is not restarted, and its sentence is reported', async () => {
    const { managed, gaveUp } = run(`${note} console.error('Change the key.'); process.exit(78);`);
    expect(await gaveUp).toBe('The child cannot start. Change the key.');
    await managed.stop();
    expect(fs.readFileSync(path.join(folder, 'runs'), 'utf8')).toBe('x');
  });
});
