import { expect, test } from 'vitest';
import { DOCUMENT_PROBLEMS, isAwaitedPart, problemWords, waitingWords } from './problems.ts';

test('each problem of a document has its own words, which say what happened and then what to do', () => {
  const words = DOCUMENT_PROBLEMS.map(problemWords);
  expect(DOCUMENT_PROBLEMS.length).toBeGreaterThan(15);
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

test('a problem that this version does not know is said as a file that cannot be converted', () => {
  for (const problem of [null, '', 'constructor', 'from_a_later_version'])
    expect(problemWords(problem)).toBe(problemWords('unconvertible'));
});

test('a document that waits is said to be here already, and Word files and the scanner have words of their own', () => {
  const parts = ['pdf', 'word', 'scanner'];
  expect(parts.every(isAwaitedPart)).toBe(true);
  expect(new Set(parts.map(waitingWords)).size).toBe(3);
  for (const part of parts) expect(waitingWords(part)).toMatch(/^We have your file[.] .* You can keep working on/);
  expect(waitingWords('word')).toContain('Word files');
  expect(waitingWords('scanner')).toContain('Checking');
  expect(isAwaitedPart('constructor')).toBe(false);
  expect(waitingWords('from_a_later_version')).toBe(waitingWords('pdf'));
});
