import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureMachineTools, MACHINE_TOOLS, type MachineToolOptions } from './machine-tools.ts';

let folder: string;
let bin: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-machine-'));
  bin = path.join(folder, 'bin');
  fs.mkdirSync(bin);
  fs.mkdirSync(path.join(folder, 'logs'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const browser = MACHINE_TOOLS.filter((tool) => tool.name === 'a Chromium browser');

function ensure(options: Partial<MachineToolOptions> = {}): Promise<string[]> {
  const stopSignal = new AbortController().signal;
  const env = { PATH: bin, FOLDER: folder };
  return ensureMachineTools({
    tools: browser,
    env,
    canInstall: true,
    isDebian: true,
    dataDir: folder,
    stopSignal,
    ...options,
  });
}

function makeProgram(name: string, script: string): void {
  fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${script.replaceAll('$FOLDER', folder)}\n`, { mode: 0o755 });
}

/** Makes a package manager that records its calls, and a sudo without a password. */
function makePackageManager(onInstall: string): void {
  makeProgram('sudo', '[ "$*" = "-n true" ] && exit 0; shift 3; exec "$@"');
  makeProgram(
    'apt-get',
    `echo "$DEBIAN_FRONTEND $*" >> "$FOLDER/calls"\nif [ "$1" = install ]; then\n${onInstall}\nfi`,
  );
}

const calls = (): string[] => fs.readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n');

describe('a tool of the machine', () => {
  test('that is installed is not mentioned', async () => {
    makeProgram('chromium', '');
    expect(await ensure()).toEqual([]);
  });

  test.each([
    ['n', false],
    ['', true],
    ['Yes', true],
  ])('that is missing is installed only if the person at the terminal agrees: %j', async (said, isInstalled) => {
    makePackageManager(': > "$FOLDER/bin/chromium"\n/bin/chmod 755 "$FOLDER/bin/chromium"');
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return said;
    };
    expect(await ensure({ ask })).toHaveLength(isInstalled ? 0 : 1);
    expect(asked).toEqual(['Install them now with apt-get? [Y/n] ']);
    expect(fs.existsSync(path.join(folder, 'calls'))).toBe(isInstalled);
  });

  test('that is missing is installed without a question where nobody sits at a terminal', async () => {
    makePackageManager(
      ': > "$FOLDER/bin/chromium-headless-shell"\n/bin/chmod 755 "$FOLDER/bin/chromium-headless-shell"',
    );
    expect(await ensure()).toEqual([]);
    expect(calls()).toEqual([
      'noninteractive update',
      'noninteractive install -y --no-install-recommends chromium-headless-shell',
    ]);
  });

  test('is installed from the next package if the first does not exist', async () => {
    makePackageManager(
      '[ "$4" = chromium ] || exit 100\n: > "$FOLDER/bin/chromium"\n/bin/chmod 755 "$FOLDER/bin/chromium"',
    );
    expect(await ensure()).toEqual([]);
    expect(calls().at(-1)).toBe('noninteractive install -y --no-install-recommends chromium');
  });

  test('that cannot be installed is named with the command, and the next start does not retry', async () => {
    makePackageManager('exit 100');
    const first = await ensure();
    expect(first).toEqual([
      'This machine lacks a Chromium browser, so PDF copies must wait. To get it, run: sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium-headless-shell',
    ]);
    const tried = calls().length;
    expect(await ensure()).toEqual(first);
    expect(calls()).toHaveLength(tried);
  });

  test('is not installed with INSTALL_TOOLS=never, or without apt-get', async () => {
    makePackageManager('exit 0');
    expect(await ensure({ canInstall: false })).toHaveLength(1);
    expect(await ensure({ isDebian: false })).toEqual([
      expect.stringMatching(/^This machine lacks a Chromium browser, .* install /),
    ]);
    expect(fs.existsSync(path.join(folder, 'calls'))).toBe(false);
  });

  test('is not installed when a wrong setting hides it, and the setting is named', async () => {
    makePackageManager('exit 0');
    const wrong = path.join(folder, 'none');
    expect(await ensure({ env: { PATH: bin, CHROMIUM_PATH: wrong } })).toEqual([
      expect.stringContaining(`CHROMIUM_PATH names ${wrong}, which is not a program`),
    ]);
    expect(fs.existsSync(path.join(folder, 'calls'))).toBe(false);
  });

  test('counts as missing while LibreOffice lacks the part that draws equations', async () => {
    if (process.platform !== 'linux') return;
    makePackageManager('exit 100');
    makeProgram('soffice', '');
    const tools = MACHINE_TOOLS.filter((tool) => tool.name === 'LibreOffice with the fonts of Word files');
    const isDebian = fs.existsSync('/etc/debian_version');
    expect(await ensure({ tools })).toHaveLength(isDebian ? 1 : 0);
    fs.writeFileSync(path.join(bin, 'libsmlo.so'), '');
    expect(await ensure({ tools })).toEqual([]);
  });
});
