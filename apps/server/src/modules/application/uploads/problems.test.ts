import { CONVERSION_PROBLEMS, LOSS_HINTS } from '@firstyear/document-converter';
import { expect, test } from 'vitest';
import { hintWords, isAwaitedPart, problemWords, waitingWords } from './problems.ts';

test('each problem of a document has its own words, which say what happened and then what to do', () => {
  const problems = [...CONVERSION_PROBLEMS, 'infected', 'missing', 'took_too_long'];
  expect(problems.length).toBeGreaterThan(15);
  const words = problems.map((problem) => problemWords(problem));
  expect(new Set(words).size).toBe(words.length);
  for (const sentences of words)
    expect(sentences).toMatch(/^[A-Z].*[.] (Please .*upload|.*so we (deleted|stopped).*upload)/);
});

test.each([
  ['encrypted', 'password'],
  ['heic', 'HEIC'],
  ['old_word', '.docx'],
  ['infected', 'virus scanner'],
  ['blank', 'blank'],
  ['macros', 'macros'],
  ['took_too_long', 'too long'],
  ['missing', "didn't receive"],
])('the words for %s name it: %s', (problem, word) => {
  expect(problemWords(problem)).toContain(word);
});

test('for photos uploaded together, the words name the page', () => {
  expect(problemWords('damaged', 3)).toBe(`Page 3: ${problemWords('damaged')}`);
  expect(hintWords([], 3)).toBeUndefined();
  expect(hintWords([{ page: 1, hint: 'blurred' }], 1)).toMatch(
    /^This photo looks blurred[.] Please look at what we got/,
  );
  expect(hintWords([{ page: 2, hint: 'blurred' }], 3)).toBe(
    "Page 2 looks blurred. Please look at what we got, and if you can't read it, take that photo again.",
  );
  const hints = (['dark', 'bright', 'blurred'] as const).map((hint, index) => ({ page: index + 1, hint }));
  expect(hintWords(hints, 3)).toBe(
    "Page 1 is very dark, page 2 is almost all white, and page 3 looks blurred. Please look at what we got, and if you can't read them, take those photos again.",
  );
});

test('the owner of an accepted photo is asked to check it, with words for each hint', () => {
  const words = (['dark', 'bright', 'blurred'] as const).map((hint) => hintWords([{ page: 1, hint }], 1));
  for (const [index, found] of ['is very dark', 'is almost all white', 'looks blurred'].entries())
    expect(words[index]).toContain(`This photo ${found}. Please look at what we got, and if you can't read it, take`);
});

test('content that is missing from a Word file is listed with its pages, and what to do about it', () => {
  const hints = [
    { page: 2, hint: 'linked_picture' },
    { page: 5, hint: 'linked_picture' },
    { page: 5, hint: 'cut_off' },
  ] as const;
  expect(hintWords(hints, 6)).toBe(
    "On pages 2 and 5, a linked picture is missing, because it isn't stored in the file. On page 5, something that is wider than the page, such as a long formula, is cut off. Please look at what we got. To include everything, save the document as a PDF on your device and upload that.",
  );
  for (const hint of LOSS_HINTS)
    expect(hintWords([{ page: 1, hint }], 1)).toMatch(/^(On page 1, .*|.* not included\.) Please look at what we got/);
  const besides = (['comments', 'attachment'] as const).map((hint) => ({ page: 1, hint }));
  expect(hintWords(besides, 3)).toMatch(
    /^Comments beside the text are not included\. Files attached to this PDF are not included\. Please look/,
  );
  expect(hintWords([{ page: 1, hint: 'comments' }], 3)).toBe(
    'Comments beside the text are not included. Please look at what we got. If something that is missing matters, put it on the pages of the document and upload the new file.',
  );
});

test("a problem that this version doesn't know reads as a file that can't be converted", () => {
  for (const problem of [null, '', 'constructor', 'from_a_later_version'])
    expect(problemWords(problem)).toBe(problemWords('unconvertible'));
});

test('a waiting document is said to have arrived, with separate words for Word files and the scanner', () => {
  const parts = ['pdf', 'word', 'scanner'];
  expect(parts.every(isAwaitedPart)).toBe(true);
  expect(new Set(parts.map((part) => waitingWords(part))).size).toBe(3);
  for (const part of parts) expect(waitingWords(part)).toMatch(/^We have your file[.] .* You can keep working on/);
  expect(waitingWords('word')).toContain('Word files');
  expect(waitingWords('scanner')).toContain('Checking');
  expect(isAwaitedPart('constructor')).toBe(false);
  expect(waitingWords('from_a_later_version')).toBe(waitingWords('pdf'));
});
