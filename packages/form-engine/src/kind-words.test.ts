import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { expect, test } from 'vitest';
import { addDays } from './answers.ts';
import { toWrittenDay } from './kind-words.ts';

const written = (day: string) => toWrittenDay(day, formKinds.in(ENGLISH));

test('a written day is the same as by Intl', () => {
  const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const days = Array.from({ length: 366 }, (_, count) => addDays('2028-01-01', count));
  expect(days.map(written)).toEqual(days.map((day) => inWords.format(new Date(day))));
  expect(written('2008-05-04')).toBe('May 4, 2008');
  expect(['', 'soon', '2008-13-04'].map(written)).toEqual(['', 'soon', '2008-13-04']);
});
