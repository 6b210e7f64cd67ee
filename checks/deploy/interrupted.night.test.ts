import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';

let root: string;
const pathOf = (name: string) => path.join(root, name);

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-deploy-interrupted-'));
  fs.mkdirSync(pathOf('tmp'));
  // Fake tools, which signal the check that started them (buildah while it builds) and keep running.
  const interrupt = 'echo $$ > "$STARTED"\nkill "-$ENDING" "$PPID"\nexec /bin/sleep 60';
  const build = `echo "$7 $8" >> "$STARTED.calls"\n[ "$7" != bud ] && exit\n${interrupt}`;
  for (const [name, script] of Object.entries({ 'docker-compose': interrupt, buildah: build })) {
    fs.mkdirSync(pathOf(name));
    fs.writeFileSync(pathOf(`${name}/${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  }
});
afterAll(() => fs.rmSync(root, { recursive: true }));

/** Runs the check with only one tool, and expects that neither the tool nor a folder is left. */
async function runInterrupted(tool: string, ENDING: string, ...options: readonly string[]) {
  const STARTED = pathOf(`${tool}-${ENDING}`);
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...options], {
    env: { PATH: pathOf(tool), TMPDIR: pathOf('tmp'), STARTED, ENDING },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[code], out] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
  expect(fs.readdirSync(pathOf('tmp'))).toEqual([]);
  const pid = Number(fs.readFileSync(STARTED, 'utf8'));
  expect(pid).toBeGreaterThan(0);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  return { code, out, calls: `${STARTED}.calls` };
}

test.each([
  ['TERM', 143],
  ['INT', 130],
])('a check ended by SIG%s leaves no folder and no tool behind, and exits with %i', async (ending, expected) => {
  const { code, out } = await runInterrupted('docker-compose', ending, '--files-only');
  expect(code).toBe(expected);
  expect(out).not.toContain('compose.yaml');
});

test('an interrupted build of the image deletes it and its base images', async () => {
  const { code, out, calls } = await runInterrupted('buildah', 'TERM');
  expect(code).toBe(143);
  expect(out).not.toContain('Containerfile');
  expect(fs.readFileSync(calls, 'utf8').trim().split('\n')).toEqual(['bud --isolation', 'rm --all', 'rmi --all']);
});
