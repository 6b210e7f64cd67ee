import { expect, test } from 'vitest';
import { findTyped } from './type-ahead.ts';

const LABELS = ['', 'Cambodia', 'Canada', 'Chad', "Côte d'Ivoire", 'Croatia', 'New Caledonia', 'New York', 'Åland'];
const found = (typed: string, active = -1) => LABELS[findTyped(LABELS, typed, active)];

test('one letter leads to the next label that begins with it, and around', () => {
  expect(found('c')).toBe('Cambodia');
  expect(found('c', 1)).toBe('Canada');
  expect(found('c', 5)).toBe('Cambodia');
});
test('a letter that is repeated goes on, label by label', () => {
  expect(found('cc', 1)).toBe('Canada');
  expect(found('ccc', 2)).toBe('Chad');
});
test('several letters stay where they fit and go on where they do not', () => {
  expect(found('ca', 1)).toBe('Cambodia');
  expect(found('can', 1)).toBe('Canada');
  expect(found('cr', 1)).toBe('Croatia');
});
test('a space belongs to the words', () => {
  expect(found('new y', 6)).toBe('New York');
});
test('case and marks make no difference', () => {
  expect(found('COTE')).toBe("Côte d'Ivoire");
  expect(found('al')).toBe('Åland');
});
test('letters that no label begins with lead nowhere', () => {
  expect(findTyped(LABELS, 'xyz', 2)).toBe(-1);
  expect(findTyped([], 'a', -1)).toBe(-1);
});
