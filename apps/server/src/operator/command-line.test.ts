import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COMMANDS, OPERATOR_HELP, readCommand } from './command-line.ts';
import { UsageError } from './operator-error.ts';

const ADA = ['--application', 'ada@mail.example'];

/** Wrong options of each command, with their messages. */
const WRONG: Readonly<Record<string, readonly (readonly [options: readonly string[], message: string])[]>> = {
  help: [
    [['--days', '2'], "help: Unknown option '--days'."],
    [['packet'], "help: Unexpected argument 'packet'."],
  ],
  'temporary-application': [
    [[], 'Give the file with the answers: --answers FILE.'],
    [['--answers', ' '], 'Give the file with the answers: --answers FILE.'],
    [['--answers'], "temporary-application: Option '--answers <value>' argument missing."],
    [['--answers', '--days', '2'], "temporary-application: Option '--answers' argument is ambiguous."],
    [['--answers', 'a.json', '--days', '0'], '--days must be a whole number from 1 to 365.'],
    [['--answers', 'a.json', '--days', '366'], '--days must be a whole number from 1 to 365.'],
    [['--answers', 'a.json', '--days', '1.5'], '--days must be a whole number from 1 to 365.'],
    [['--answers', 'a.json', '--days', 'x'], '--days must be a whole number from 1 to 365.'],
    [['--answers', 'a.json', '--minutes', '5'], "temporary-application: Unknown option '--minutes'."],
  ],
  export: [
    [[], 'Say in which format: --format xlsx, csv, jsonl, packets.'],
    [['--format', 'pdf', '--out', 'x'], '--format must be one of xlsx, csv, jsonl, packets (it is "pdf").'],
    [['--format', 'csv'], 'Give a new file for the export: --out FILE.'],
    [['--format', 'packets', '--out', 'x', '--with-sealed'], '--with-sealed goes with csv and jsonl: packets always'],
    [['--format', 'xlsx', '--out', 'x', '--with-sealed'], '--with-sealed goes with csv and jsonl: packets always'],
    [
      ['--format', 'packets', '--out', 'x', '--status', 'submitted,started'],
      'Packets have submitted applications: --status submitted',
    ],
    [['--format', 'csv', '--out', 'x', '--since', 'monday'], '--since must be a day or a moment in UTC, such as'],
    [['--format', 'csv', '--out', 'x', '--since', '2026-02-30'], '--since must be a day or a moment in UTC, such as'],
    [
      ['--format', 'csv', '--out', 'x', '--since', '2026-11-21T25:00'],
      '--since must be a day or a moment in UTC, such',
    ],
    [
      ['--format', 'csv', '--out', 'x', '--status', 'begun'],
      '--status must be all, or some of none, started, validating,',
    ],
    [['--format', 'csv', '--out', 'x', 'y'], "export: Unexpected argument 'y'."],
  ],
  check: [
    [['--fix'], "check: Unknown option '--fix'."],
    [['mail'], "check: Unexpected argument 'mail'."],
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
  'release check': [[['now'], "release check: Unexpected argument 'now'."]],
  'mail list': [
    [['--limit', 'x'], '--limit must be a whole number from 1 to 100000.'],
    [['now'], "mail list: Unexpected argument 'now'."],
  ],
  'mail retry': [
    [['00000000-0000-4000-8000-000000000000', 'now'], '"now" is not the id of an email; "mail list" prints them.'],
    [['--all'], "mail retry: Unknown option '--all'."],
  ],
  'service-link': [
    [[], 'Say which application: --application EMAIL or ID.'],
    [[...ADA, '--minutes', '1441'], '--minutes must be a whole number from 1 to 1440.'],
    [[...ADA, '--days', '1'], "service-link: Unknown option '--days'."],
    [[...ADA, 'bo@mail.example'], "service-link: Unexpected argument 'bo@mail.example'."],
  ],
  'person export': [
    [[], 'Say whose data: an email address.'],
    [['ada'], 'Say whose data: an email address.'],
    [['ada@mail.example', 'bo@mail.example'], 'Give one address at a time (there is also "bo@mail.example").'],
    [['ada@mail.example', '--out'], "person export: Option '--out <value>' argument missing."],
    [['ada@mail.example', '--out', ''], 'Give a new file: --out FILE.'],
    [['ada@mail.example', '--yes'], "person export: Unknown option '--yes'."],
  ],
  'person delete': [
    [['--yes'], 'Say whose data: an email address.'],
    [['ada@mail.example', '--yes=no'], "person delete: Option '--yes' does not take an argument."],
    [['ada@mail.example', '--out', 'ada.zip'], "person delete: Unknown option '--out'."],
  ],
  'import-schools': [
    [[], 'Give the files to import: import-schools FILE …'],
    [['a.csv', '--format', 'xlsx'], '--format must be one of ccd, pss, ipeds, csv, ceeb (it is "xlsx").'],
    [['a.csv', '--category', 'kindergarten'], '--category must be high-school or college (it is "kindergarten").'],
    [['a.csv', 'b.csv', '--source', 'x'], '--source sets one source, so import one file at a time.'],
    [['a.csv', '--source', ''], '--source needs a value.'],
    [['a.csv', '--dry-run=no'], "import-schools: Option '--dry-run' does not take an argument."],
    [['a.csv', '--layout', 'code:1-6'], '--layout goes with --format ceeb: other files name their columns.'],
    [['a.txt', '--format', 'ceeb', '--layout', 'code:1-6'], 'The layout has no column "name".'],
    [['a.csv', '--answers', 'a.json'], "import-schools: Unknown option '--answers'."],
  ],
  'rebuild-lookup': [
    [['--dry-run'], "rebuild-lookup: Unknown option '--dry-run'."],
    [['a.csv'], "rebuild-lookup: Unexpected argument 'a.csv'."],
  ],
  'rotate-key': [
    [['--dry-run'], "rotate-key: Unknown option '--dry-run'."],
    [['now'], "rotate-key: Unexpected argument 'now'."],
  ],
  'staff add': [
    [['ada@office.example', '--role', 'clerk'], 'Say their name: --name "Ada Clerk".'],
    [['ada@office.example', '--name', 'Ada'], 'Say their role: --role reader, clerk, director or auditor.'],
    [['ada', '--name', 'Ada', '--role', 'clerk'], 'Say who: an email address.'],
  ],
  'staff remove': [
    [[], 'Say who: an email address.'],
    [['ada@office.example', 'bob@office.example'], 'Give one address at a time (there is also "bob@office.example").'],
  ],
  'office rebuild': [[['--dry-run'], "office rebuild: Unknown option '--dry-run'."]],
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
    expect(() => readCommand(['person'])).toThrow('Say what to do: person export or person delete.');
    expect(() => readCommand(['mail'])).toThrow('Say what to do: mail list or mail retry.');
    expect(() => readCommand(['person', 'forget', 'ada@mail.example'])).toThrow(
      'There is no command "person forget". "help" lists the commands.',
    );
  });

  test('every command in the help is tested here', () => {
    for (const { name } of COMMANDS) expect(OPERATOR_HELP).toContain(`\n  ${name}`);
    expect(Object.keys(WRONG)).toEqual(expect.arrayContaining(COMMANDS.map(({ name }) => name)));
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
  expect(read(['export', '--format', 'csv', '--out', 'new', '--status', 'submitted,started'])).toEqual({
    name: 'export',
    format: 'machine_csv',
    out: 'new',
    statuses: ['started', 'submitted'],
    since: undefined,
    withSealed: false,
    form: undefined,
  });
  expect(read(['export', '--format=jsonl', '--out=x', '--status=all', '--since=2026-11-21T15:30'])).toMatchObject({
    statuses: ['none', 'started', 'validating', 'submitted', 'withdrawn'],
    since: new Date('2026-11-21T15:30:00Z'),
  });
  expect(
    read(['export', '--format=packets', '--out=x', '--status=withdrawn,submitted', '--since=2026-11-21']),
  ).toMatchObject({
    statuses: ['submitted', 'withdrawn'],
    since: new Date('2026-11-21T00:00:00Z'),
  });
  expect(['1', '365'].map((days) => read(['temporary-application', '--answers=a', `--days=${days}`]))).toMatchObject([
    { days: 1 },
    { days: 365 },
  ]);
  expect(read(['import-schools', 'a.csv', '--source', 'ours'])).toMatchObject({ files: ['a.csv'], source: 'ours' });
  expect(read(['partner', 'new', 'artschool'])).toMatchObject({ name: 'partner new' });
  expect([[], ['--help'], ['-h']].map(read)).toEqual([{ name: 'help' }, { name: 'help' }, { name: 'help' }]);
});

test('the operating guide lists every command, with existing options', () => {
  const guide = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const [, section = ''] = /\n## Commands\n([\s\S]*?)\n## /.exec(guide) ?? [];
  const listed = [...section.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) => cell.split(/(?<=`), (?=`)/));
  const usages = listed.map((cell) => cell.replaceAll('`', '').replaceAll('\\', '')).slice(1);
  const commandOf = (usage: string) => COMMANDS.find(({ name }) => usage === name || usage.startsWith(`${name} `));
  expect(
    usages
      .filter((usage) => usage !== 'help')
      .map((usage) => commandOf(usage)?.name)
      .toSorted(),
  ).toEqual(COMMANDS.map(({ name }) => name).toSorted());
  for (const usage of usages)
    for (const [option] of usage.matchAll(/--[a-z-]+/g)) expect(commandOf(usage)?.usage, usage).toContain(option);
});
