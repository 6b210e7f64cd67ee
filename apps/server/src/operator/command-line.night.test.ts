import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS, nameOf, OPERATOR_HELP, readCommand } from './command-line.ts';
import { UsageError } from './operator-error.ts';
import { runProgram } from './run-program.testing.ts';

const ADA = ['--application', 'ada@mail.example'];

/** Wrong options of each command, with their messages. */
const WRONG: Readonly<Record<string, readonly (readonly [options: readonly string[], message: string])[]>> = {
  help: [
    [['--days', '2'], 'help has no option --days.'],
    [['packet'], 'help takes options only (there is "packet").'],
  ],
  'temporary-application': [
    [[], 'Give the file with the answers: --answers FILE.'],
    [['--answers', ''], 'Give the file with the answers: --answers FILE.'],
    [['--answers'], '--answers needs a value.'],
    [['--answers', '--days', '2'], '--answers needs a value.'],
    [['--answers', 'a.json', '--days', '0'], '--days must be a whole number from 1 to 365.'],
    [['--answers', 'a.json', '--days', '366'], '--days must be a whole number from 1 to 365.'],
    [['--answers', 'a.json', '--days', '1.5'], '--days must be a whole number from 1 to 365.'],
    [['--answers', 'a.json', '--days', 'x'], '--days must be a whole number from 1 to 365.'],
    [['--answers', 'a.json', '--minutes', '5'], 'temporary-application has no option --minutes.'],
    [['--answers', 'a.json', '--answers', 'b.json'], '--answers can be given only once.'],
  ],
  conversions: [
    [['--days', '0'], '--days must be a whole number from 1 to 30.'],
    [['--days', '31'], '--days must be a whole number from 1 to 30.'],
    [['--minutes', '5'], 'conversions has no option --minutes.'],
    [['photo.jpg'], 'conversions takes options only (there is "photo.jpg").'],
  ],
  'applications list': [
    [
      ['--status', 'begun'],
      '--status must be all, or some of none, started, validating, submitted, withdrawn (there is "begun").',
    ],
    [['--limit', '0'], '--limit must be a whole number from 1 to 100000.'],
    [['--since', 'monday'], '--since must be a day or a moment in UTC, such as 2026-11-21 or 2026-11-21T15:30.'],
    [['ada'], 'applications list takes options only (there is "ada").'],
  ],
  'applications find': [
    [[], 'Say what to look for: a name, an email address, a confirmation number or an id.'],
    [['--limit', '5', 'ada'], 'applications find has no option --limit.'],
  ],
  export: [
    [[], 'Say in which format: --format csv, csv-exact, jsonl, packets.'],
    [['--format', 'xlsx', '--out', 'x'], '--format must be one of csv, csv-exact, jsonl, packets (it is "xlsx").'],
    [['--format', 'csv'], 'Give a new folder for the export: --out FOLDER.'],
    [
      ['--format', 'packets', '--out', 'x', '--with-sealed'],
      '--with-sealed goes with rows only: packets always show what',
    ],
    [['--format', 'csv', '--out', 'x', '--since', '2026-13-01'], '--since must be a day or a moment in UTC, such as'],
    [['--format', 'csv', '--out', 'x', '--status', ''], '--status must be all, or some of none, started, validating,'],
    [['--format', 'csv', '--out', 'x', 'y'], 'export takes options only (there is "y").'],
  ],
  check: [
    [['--fix'], 'check has no option --fix.'],
    [['mail'], 'check takes options only (there is "mail").'],
  ],
  'partner new': [
    [
      ['Art School'],
      'Give a name in lowercase letters for a folder of partners/, or the path of a folder: partner new artschool, partner new ../artschool.',
    ],
    [['a', 'b'], 'or the path of a folder: partner new artschool, partner new ../artschool.'],
  ],
  'partner check': [
    [
      [],
      'Give a name in lowercase letters for a folder of partners/, or the path of a folder: partner check artschool, partner check ../artschool.',
    ],
  ],
  'partner preview': [
    [
      [],
      'Give a name in lowercase letters for a folder of partners/, or the path of a folder: partner preview artschool, partner preview ../artschool.',
    ],
  ],
  'release check': [[['now'], 'release check takes options only (there is "now").']],
  'mail list': [
    [['--limit', 'x'], '--limit must be a whole number from 1 to 100000.'],
    [['now'], 'mail list takes options only (there is "now").'],
  ],
  'mail retry': [
    [['now'], '"now" is not the id of an email; "mail list" prints them.'],
    [['--all'], 'mail retry has no option --all.'],
  ],
  'service-link': [
    [[], 'Say which application: --application EMAIL or ID.'],
    [[...ADA, '--minutes', '1441'], '--minutes must be a whole number from 1 to 1440.'],
    [[...ADA, '--days', '1'], 'service-link has no option --days.'],
    [[...ADA, 'bo@mail.example'], 'service-link takes options only (there is "bo@mail.example").'],
  ],
  packet: [
    [['--out', 'ada.pdf'], 'Say which application: --application EMAIL or ID.'],
    [ADA, 'Give a new file for the packet: --out FILE.'],
    [[...ADA, '--out', 'ada.pdf', '--minutes', '5'], 'packet has no option --minutes.'],
  ],
  'person export': [
    [[], 'Say whose data: an email address.'],
    [['ada'], 'Say whose data: an email address.'],
    [['ada@mail.example', 'bo@mail.example'], 'Give one address at a time (there is also "bo@mail.example").'],
    [['ada@mail.example', '--out'], '--out needs a value.'],
    [['ada@mail.example', '--out', ''], 'Give a new file: --out FILE.'],
    [['ada@mail.example', '--yes'], 'person export has no option --yes.'],
  ],
  'person delete': [
    [['--yes'], 'Say whose data: an email address.'],
    [['ada@mail.example', '--yes=no'], '--yes takes no value.'],
    [['ada@mail.example', '--out', 'ada.zip'], 'person delete has no option --out.'],
  ],
  audit: [
    [['--since', 'yesterday'], '--since must be a day or a moment in UTC, such as 2026-11-21 or 2026-11-21T15:30.'],
    [['--since', '2026-02-30'], '--since must be a day or a moment in UTC, such as 2026-11-21 or 2026-11-21T15:30.'],
    [
      ['--since', '2026-11-21T25:00'],
      '--since must be a day or a moment in UTC, such as 2026-11-21 or 2026-11-21T15:30.',
    ],
    [['--limit', '0'], '--limit must be a whole number from 1 to 100000.'],
    [['--application', 'x'], 'audit has no option --application.'],
  ],
  'import-schools': [
    [[], 'Give the files to import: import-schools FILE …'],
    [['a.csv', '--format', 'xlsx'], '--format must be one of ccd, pss, ipeds, csv, ceeb (it is "xlsx").'],
    [['a.csv', '--category', 'kindergarten'], '--category must be high-school or college (it is "kindergarten").'],
    [['a.csv', 'b.csv', '--source', 'x'], '--source sets one source, so import one file at a time.'],
    [['a.csv', '--source', ''], '--source needs a value.'],
    [['a.csv', '--dry-run=no'], '--dry-run takes no value.'],
    [['a.csv', '--layout', 'code:1-6'], '--layout goes with --format ceeb: other files name their columns.'],
    [['a.txt', '--format', 'ceeb', '--layout', 'code:1-6'], 'The layout has no column "name".'],
    [['a.csv', '--answers', 'a.json'], 'import-schools has no option --answers.'],
  ],
  'rebuild-lookup': [
    [['--dry-run'], 'rebuild-lookup has no option --dry-run.'],
    [['a.csv'], 'rebuild-lookup takes options only (there is "a.csv").'],
  ],
  'rotate-key': [
    [['--dry-run'], 'rotate-key has no option --dry-run.'],
    [['now'], 'rotate-key takes options only (there is "now").'],
  ],
  'staff add': [
    [['ada@office.example', '--role', 'clerk'], 'Say their name: --name "Ada Clerk".'],
    [['ada@office.example', '--name', 'Ada'], 'Say their role: --role reader, clerk, director or auditor.'],
    [['ada', '--name', 'Ada', '--role', 'clerk'], 'Say who: an email address.'],
  ],
  'staff list': [[['ada@office.example'], 'staff list takes options only (there is "ada@office.example").']],
  'staff remove': [
    [[], 'Say who: an email address.'],
    [['ada@office.example', 'bob@office.example'], 'Give one address at a time (there is also "bob@office.example").'],
  ],
  'staff end-sessions': [[[], 'Say who: an email address.']],
  'office rebuild': [[['--dry-run'], 'office rebuild has no option --dry-run.']],
  'texts check': [
    [['--language', 'en'], '--language must be a code such as es (it is "en").'],
    [
      ['--partner', 'Art School'],
      '--partner must be the name of a folder of partners/, or the path of one (it is "Art School").',
    ],
    [['es'], 'texts check takes options only (there is "es").'],
  ],
  'texts export': [[[], 'Give a new file: texts export FILE.csv']],
  'texts import': [[[], 'Give the file: texts import FILE.csv']],
  'no-such-command': [[[], 'There is no command "no-such-command". "help" lists the commands.']],
};

const cases = Object.entries(WRONG).flatMap(([command, lines]) =>
  lines.map(([options, message]) => [[...command.split(' '), ...options], message] as const),
);

describe('wrong options are reported in one sentence', () => {
  test.each(cases)('%j: %s', (args, message) => {
    expect(() => readCommand(args)).toThrow(UsageError);
    expect(() => readCommand(args)).toThrow(message);
  });

  test('a command without its second word lists the choices', () => {
    expect(() => readCommand(['person'])).toThrow('Say what to do: person export EMAIL or person delete EMAIL.');
    expect(() => readCommand(['applications'])).toThrow('Say what to do: applications list or applications find TEXT.');
    expect(() => readCommand(['person', 'forget', 'ada@mail.example'])).toThrow(
      'There is no command "person forget". "help" lists the commands.',
    );
  });

  test('every command in the help is tested here', () => {
    const listed = [
      ...OPERATOR_HELP.matchAll(
        /^ {2}((?:(?:person|applications|mail|staff|office|partner|release|texts) )?[a-z]+(?:-[a-z]+)*)(?: |$)/gm,
      ),
    ].map(([, name]) => name);
    expect(listed).toHaveLength(30);
    expect(Object.keys(WRONG)).toEqual(expect.arrayContaining(listed));
  });
});

const read = (args: readonly string[]) => {
  const { name, options } = readCommand(args);
  return { name, ...options };
};

test('correct options are read, with defaults for the others', () => {
  expect(read(['temporary-application', '--answers', 'a.json'])).toEqual({
    name: 'temporary-application',
    answersFile: 'a.json',
    days: 30,
  });
  expect(read(['service-link', ...ADA, '--minutes=1440'])).toEqual({
    name: 'service-link',
    application: 'ada@mail.example',
    minutes: 1440,
  });
  expect(read(['import-schools', '--dry-run', 'a.csv', '--category', 'college', 'b.csv'])).toMatchObject({
    files: ['a.csv', 'b.csv'],
    category: 'college_ceeb',
    dryRun: true,
  });
  expect(read(['audit'])).toEqual({ name: 'audit', account: undefined, since: undefined, limit: 100 });
  expect(read(['audit', '--account', 'ada@mail.example', '--since', '2026-11-21', '--limit', '5'])).toEqual({
    name: 'audit',
    account: 'ada@mail.example',
    since: new Date('2026-11-21T00:00:00Z'),
    limit: 5,
  });
  expect(read(['audit', '--since=2026-11-21T15:30'])).toMatchObject({ since: new Date('2026-11-21T15:30:00Z') });
  expect(read(['applications', 'find', 'Ada', 'Testperson'])).toEqual({
    name: 'applications find',
    text: 'Ada Testperson',
  });
  expect(read(['export', '--format', 'csv', '--out', 'new', '--status', 'submitted,started'])).toEqual({
    name: 'export',
    format: 'csv',
    out: 'new',
    statuses: ['started', 'submitted'],
    since: undefined,
    withSealed: false,
  });
  expect(read(['applications', 'list', '--status', 'all'])).toMatchObject({
    statuses: ['none', 'started', 'validating', 'submitted', 'withdrawn'],
    limit: 100,
  });
  expect([read([]), read(['--help'])]).toEqual([{ name: 'help' }, { name: 'help' }]);
});

test('the operating guide lists every command, with existing options', () => {
  const guide = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const [, section = ''] = /\n## Commands\n([\s\S]*?)\n## /.exec(guide) ?? [];
  const listed = [...section.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) => cell.split(/(?<=`), (?=`)/));
  const usages = listed.map((cell) => ({ usage: cell.replaceAll('`', '').replaceAll('\\', '') })).slice(1);
  const names = COMMANDS.map(nameOf);
  expect(
    usages
      .map(nameOf)
      .filter((name) => name !== 'help')
      .toSorted(),
  ).toEqual(names.toSorted());
  for (const { usage } of usages) {
    const command = COMMANDS.find((command) => nameOf(command) === nameOf({ usage }));
    for (const [option] of usage.matchAll(/--[a-z-]+/g)) expect(command?.usage, usage).toContain(option);
  }
});

describe('the program', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'firstyear-operator-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(Object.keys(WRONG))('%s with wrong options exits with 2 and starts nothing', async (command) => {
    const [options = [], message] = WRONG[command]?.[0] ?? [];
    const env = { DATA_DIR: path.join(folder, 'data') };
    const run = await runProgram(folder, [...command.split(' '), ...options], env);
    expect(run).toEqual({ code: 2, out: '', err: `${message}\n` });
    expect(await readdir(folder)).toEqual([]);
  });
});
