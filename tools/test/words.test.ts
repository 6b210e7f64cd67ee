import { expect, test } from 'vitest';
import { linesOf, shown, sourceFiles } from './source-files.ts';

/** These two quote forbidden words. */
const LISTS = ['tools/test/words.test.ts', 'docs/words.md'];
const files = sourceFiles.filter((file) => !LISTS.includes(file));

/** British spellings, and what to write instead. Names of libraries' functions stay. */
const SPELLINGS: ReadonlyArray<readonly [forbidden: RegExp, instead: string]> = [
  [/colour/i, 'color'],
  [/behaviour/i, 'behavior'],
  [/favour/i, 'favor'],
  [/honour/i, 'honor'],
  [/neighbour/i, 'neighbor'],
  [/\bgrey/i, 'gray'],
  [/cancell(ed|ing)/i, 'canceled, canceling'],
  [/\blabell(ed|ing)\b/i, 'labeled, labeling'],
  [/\btravell/i, 'traveled, traveling'],
  [/\borganis/i, 'organize'],
  [/\brecognis/i, 'recognize'],
  [/\bnormalis/i, 'normalize'],
  [/\bserialis/i, 'serialize'],
  [/\bauthoris/i, 'authorize'],
  [/\binitialis(e|ed|ing|ation)\b/i, 'initialize'],
  [/\b(minim|maxim|optim)is(e|ed|es|ing|ation)\b/i, 'minimize, maximize, optimize'],
  [/\banalys(e|ed|ing)\b/i, 'analyze'],
  [/\blicence/i, 'license'],
  [/\btheatre/i, 'theater'],
  [/\bprogramme(s)?\b/i, 'program'],
  [/catalogue/i, 'catalog'],
  [/\bjudgement/i, 'judgment'],
  [/\bwhilst\b/i, 'while'],
  [/\be-mail/i, 'email'],
];

/** Phrases that nobody at a university would say, and what to write instead. */
const FOREIGN_PHRASES: ReadonlyArray<readonly [forbidden: RegExp, instead: string]> = [
  [/give the code to nobody/i, "don't share this code with anyone"],
  [/you did not start an application\?/i, "if you didn't start an application, you can ignore this email"],
  [/name it when you write/i, 'please quote it when you write to us'],
  [/you will still read next year/i, "an email address you'll still use next year"],
  [/and we (send|help) you/i, "and we'll send you, and we'll help you"],
  [/something does not work, or you are stuck/i, 'Is something not working? Are you stuck?'],
  [/(as )?it stands on your/i, "it's on your, as shown on your"],
  [/when you order a score report/i, 'choose … as a score recipient when you order your score report'],
  [/whose first language is another one/i, "whose first language isn't English"],
  [/has a form that cannot be|file cannot be taken/i, "isn't in a format we can save, can't be accepted"],
  [/the time [^.'"]{0,40}is over/i, 'has expired'],
  [/by answering stop/i, 'by replying STOP'],
  [/come along and are saved/i, 'are kept'],
  [/it is not this one/i, 'say which page it is'],
  [/go on where you stopped/i, 'pick up where you left off'],
  [/you may leave (this|it|these questions) out/i, 'you can skip this question'],
];

/** Limits a pattern to comments and titles of tests: interface texts may use these words. */
const inProse = (pattern: RegExp) =>
  new RegExp(`^\\s*(//|/?\\*+|(test|it|describe)\\b.*\\().*${pattern.source}`, pattern.flags);

/** Stilted phrases of comments, test titles and documents, and what to write instead. */
const STILTED_PHRASES: ReadonlyArray<readonly [forbidden: RegExp, instead: string]> = [
  [/\bin vain\b/i, 'name what failed: the query that timed out'],
  [/\b(is|are|was|were) gone to\b/i, 'after in-app navigation'],
  [/\banew\b/i, 'retries, refetches, reloads, rebuilds, again'],
  [/\b(is|are|was|were) waited for\b/i, 'the page waits for …'],
  [/\bwhat tells of\b/i, 'the toast that reports …'],
  [inProse(/\bwhoever\b/i), 'name them: the caller, the applicant, the operator'],
  [
    inProse(/\b(is|are|was|were|be|been) (asked for|looked (at|for|after|into)|told (of|to|from|by))\b/),
    'requested, checked, searched, reported, notified; or the active voice',
  ],
];

const breaches = (list: typeof SPELLINGS, searched = files): readonly string[] =>
  linesOf(searched).flatMap((line) =>
    list.filter(([forbidden]) => forbidden.test(line.text)).map(([, instead]) => `${shown(line)} (write: ${instead})`),
  );

test('code, texts and documents are spelled the American way', () => {
  expect(breaches(SPELLINGS)).toEqual([]);
});

test('no phrase that was heard as foreign comes back', () => {
  expect(breaches(FOREIGN_PHRASES)).toEqual([]);
});

test('no stilted phrase comes back', () => {
  // Migrations that have run are never edited.
  const editable = files.filter((file) => !file.includes('/db/migrations/'));
  expect(breaches(STILTED_PHRASES, editable)).toEqual([]);
  const bad = [
    '// waited in vain',
    'a card that is gone to',
    'asks anew',
    'the server is waited for',
    'what tells of it',
    '  /** Whoever calls',
    "test('[D3] whoever types is asked', () => {",
    '// a password is looked at',
  ];
  expect(bad.filter((line) => !STILTED_PHRASES.some(([forbidden]) => forbidden.test(line)))).toEqual([]);
  expect(STILTED_PHRASES.some(([forbidden]) => forbidden.test("text: 'whoever sent it to you'"))).toBe(false);
});
