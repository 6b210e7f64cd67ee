import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

const isRoot = process.getuid?.() === 0;
const reportSchema = z.object({
  reason: z.string().optional(),
  uid: z.number(),
  groups: z.array(z.number()),
  object: z.string(),
  secret: z.string(),
  mail: z.string(),
  back: z.string(),
  environment: z.number(),
  home: z.string(),
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'firstyear-root-'));
  mkdirSync(path.join(folder, 'objects/uploads'), { recursive: true, mode: 0o700 });
  writeFileSync(path.join(folder, 'objects/uploads/one'), 'a transcript', { mode: 0o600 });
  writeFileSync(path.join(folder, 'secret-key'), 'a key', { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reports what a process can do after it has dropped root, with a data folder of an earlier start as the same user. */
function reportRights(more = '', env = process.env) {
  const script = `
    import fs from 'node:fs';
    import os from 'node:os';
    import { dropRoot } from ${JSON.stringify(path.join(import.meta.dirname, 'drop-root.ts'))};
    const folder = ${JSON.stringify(folder)};
    const attempt = (act) => { try { return String(act() ?? 'done'); } catch (error) { return error.code ?? error.name; } };
    const reason = dropRoot({ dataDir: folder, readable: ['/usr'], ${more} });
    const uid = process.getuid();
    console.log(JSON.stringify({
      reason, uid, groups: process.getgroups().filter((group) => group !== process.getgid()),
      object: attempt(() => fs.readFileSync(folder + '/objects/uploads/one', 'utf8')),
      secret: attempt(() => fs.readFileSync(folder + '/secret-key', 'utf8')),
      mail: attempt(() => fs.writeFileSync(folder + '/outbox/mail.eml', 'Hello', { mode: 0o600 })),
      back: attempt(() => process.setuid(0)),
      environment: fs.statSync('/proc/self/environ').uid,
      home: attempt(() => os.homedir()),
    }));`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env });
  expect(run.stderr).toBe('');
  return reportSchema.parse(JSON.parse(run.stdout));
}

test('a process started as root becomes a user who can read the files but not the key, and cannot go back', () => {
  const found = reportRights();
  expect(found).toMatchObject({ object: 'a transcript', mail: 'done' });
  expect(found.reason).toBeUndefined();
  expect(statSync(path.join(folder, 'outbox/mail.eml')).mode & 0o777).toBe(0o600);
  if (!isRoot) {
    expect([found.uid, found.secret]).toEqual([process.getuid?.(), 'a key']);
    return;
  }
  expect(found).toMatchObject({ groups: [], secret: 'EACCES', back: 'EPERM', environment: 0 });
  expect(found.uid).not.toBe(0);
  expect(statSync(path.join(folder, 'objects/uploads/one')).uid).toBe(found.uid);
  expect(statSync(folder)).toMatchObject({ uid: 0, mode: 0o40_710 });
  expect(reportRights(), 'the next start').toMatchObject({ uid: found.uid, object: 'a transcript', mail: 'done' });
});

test('a process that cannot work as another user stays root and says why', () => {
  chmodSync(folder, 0o700);
  const found = reportRights("findObstacle: () => 'only root may build walls here'");
  expect(found.uid).toBe(process.getuid?.());
  expect(found.reason).toBe(
    isRoot
      ? 'This process was started as root and stays root, because only root may build walls here (docs/security.md).'
      : undefined,
  );
  const hidden = reportRights("readable: ['/nowhere']");
  expect(hidden.uid).toBe(process.getuid?.());
  expect(hidden.reason ?? '').toMatch(isRoot ? /because \/nowhere cannot be read by other users [(]ENOENT[)]/ : /^$/);
});

test('a nameless user without HOME still has a home directory for libraries', () => {
  expect(reportRights('', { PATH: process.env.PATH }).home).toMatch(/^\//);
});
