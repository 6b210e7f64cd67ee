import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { loadPartner } from '../config/load-partner.ts';
import { newPartnerFolder } from './made-partner.testing.ts';
import { checkPartnerFolder, makePartner } from './partner.ts';

test.each(['larkmoor', 'alderfinch'])('%s is sound', async (slug) => {
  await expect(checkPartnerFolder(slug)).resolves.toMatch(/^partners\/\w+ is sound: 3 pages, \d+ questions\.$/);
});

let folder: string;
beforeEach(() => {
  folder = newPartnerFolder();
});

const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
const write = (file: string, text: string) => fs.writeFileSync(path.join(folder, file), text);

const program = path.resolve(import.meta.dirname, '../programs/operator.ts');

/** The output and exit code of `partner check` for the folder. */
async function check(): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const env = { PATH: process.env.PATH };
  const run = promisify(execFile)(process.execPath, [program, 'partner', 'check', folder], { env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }),
  );
}

test('a folder outside the product loads without packages and without a package.json', async () => {
  makePartner(folder);
  for (const name of ['node_modules', 'package.json']) fs.rmSync(path.join(folder, name), { recursive: true });
  expect(await check()).toEqual({
    code: 0,
    out: expect.stringMatching(/artschool is sound: 3 pages, \d+ questions\.\n$/),
    err: '',
  });
});

test.each<[string, () => void, RegExp]>([
  ['that is missing', () => fs.rmSync(folder, { recursive: true }), /but there is no such folder\.$/],
  ['without partner.ts', () => fs.rmSync(path.join(folder, 'partner.ts')), /but there is no partner\.ts in it\.$/],
])('a folder %s is refused in one sentence', async (_what, spoil, sentence) => {
  makePartner(folder);
  spoil();
  await expect(checkPartnerFolder(folder)).rejects.toMatchObject({
    isForPeople: true,
    message: expect.stringMatching(sentence),
  });
});

test('missing and invalid properties of the site are named', async () => {
  makePartner(folder);
  write(
    'site.ts',
    read('site.ts')
      .replace(/ {2}pdf_name: .+\n/, '')
      .replace("late: 'accepted'", "late: 'maybe'"),
  );
  const { code, err } = await check();
  expect(code).toBe(78);
  expect(err).toContain('- pdf_name: Invalid input: expected string, received undefined.\n');
  expect(err).toContain('- terms.0.late: Invalid option: expected one of "accepted"|"refused".\n');
  expect(err).not.toMatch(/^\s+at /m);
});

test.each<[string, () => void, RegExp]>([
  [
    'a property that no question has',
    () =>
      write(
        'form.ts',
        `${read('form.ts')}text({ key: 'x', labl: 'X' });\n`.replace(
          'import { site }',
          "import { text } from '@firstyear/form-engine';\nimport { site }",
        ),
      ),
    /^- \S+artschool\/form\.ts, line \d+: Object literal may only specify known properties, .*'labl'.*\.$/m,
  ],
  [
    'a value of another kind, in another file',
    () => {
      write('colors.ts', "export const count: number = 'seven';\n");
      write('partner.ts', `import './colors.ts';\n${read('partner.ts')}`);
    },
    /^- \S+artschool\/colors\.ts, line 1: Type 'string' is not assignable to type 'number'\.$/m,
  ],
])('%s is reported with its line, though a start would not notice it', async (_what, spoil, sentence) => {
  makePartner(folder);
  fs.rmSync(path.join(folder, 'node_modules'), { recursive: true });
  spoil();
  const { code, out, err } = await check();
  expect({ code, out }).toEqual({ code: 78, out: '' });
  expect(err).toMatch(sentence);
  expect(err).toContain('1 problem(s)');
  await expect(loadPartner({ partner: folder, environment: 'development' })).resolves.toBeDefined();
});

const inForm = (from: string | RegExp, to: string) => () => write('form.ts', read('form.ts').replace(from, to));

test.each<[string, () => void, RegExp]>([
  ['without a logo', () => fs.rmSync(path.join(folder, 'logo.svg')), /^The logo .+logo\.svg is not there\./],
  [
    'that imports a name which this version of the product lacks',
    inForm('import { site }', "import { essay } from '@firstyear/form-engine';\nimport { site }"),
    /artschool\/form\.ts, line \d+, cannot be loaded: .*does not provide an export named 'essay'\.$/,
  ],
  [
    'that imports a missing package',
    inForm('import { site }', "import 'left-pad';\nimport { site }"),
    /artschool\/form\.ts cannot be loaded: Cannot find package 'left-pad' imported from \S+\.$/,
  ],
  ['with a missing comma', inForm('character_limit: 7000,', 'character_limit: 7000'), /form\.ts, line \d+, cannot be/],
  [
    'whose form throws while it is built',
    inForm(/$/, '[].at(0).key;\n'),
    /form\.ts, line \d+, cannot be loaded: Cannot read properties of undefined \(reading 'key'\)\.$/,
  ],
  ['whose form has no id', inForm('export const id', 'const id'), /form\.ts does not export "id", "season"/],
])('a folder %s is reported in one sentence, with exit code 78', async (_what, spoil, sentence) => {
  makePartner(folder);
  spoil();
  const { code, out, err } = await check();
  expect({ code, out }).toEqual({ code: 78, out: '' });
  expect(err.trim()).toMatch(sentence);
  expect(err.trim()).not.toContain('\n');
});
