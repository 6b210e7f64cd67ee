import { expect, test } from 'vitest';
import { type AreaMessage, area, say, type Translation } from './area.ts';
import { ENGLISH, type Language } from './language.ts';

const SAVING = {
  title: 'Your answers',
  saved: 'Saved at {time}',
  left: { one: '1 answer of {name}', other: '{count} answers of {name}' },
  card: { close: 'Close', closeNamed: 'Close {name}' },
} as const;
const saving = area('saving', SAVING);

/** Invented words in a language that has four plural forms. */
const POLISH: Language = {
  locale: 'pl',
  texts: {
    saving: {
      title: 'T',
      saved: 'S {time}',
      left: { one: '{count} one', few: '{count} few', many: '{count} many', other: '{count} other' },
      card: { close: 'C', closeNamed: 'C {name}' },
    } satisfies Translation<typeof SAVING>,
  },
};

test('a text without values is a string, one with values a function of them, in English', () => {
  const words = saving.in(ENGLISH);
  expect([
    words.title,
    words.saved({ time: '4:18 PM' }),
    words.card.close,
    words.card.closeNamed({ name: 'Ada' }),
  ]).toEqual(['Your answers', 'Saved at 4:18 PM', 'Close', 'Close Ada']);
});

test('a large count has the separators of the language', () => {
  expect(saving.in(ENGLISH).left({ count: 1051, name: 'Ada' })).toBe('1,051 answers of Ada');
  expect(saving.in(POLISH).left({ count: 21_051, name: 'Ada' })).toMatch(/^21\s051 many$/);
});

test('a count chooses the plural form of the language', () => {
  const counts = [0, 1, 2, 5];
  expect(counts.map((count) => saving.in(ENGLISH).left({ count, name: 'Ada' }))).toEqual([
    '0 answers of Ada',
    '1 answer of Ada',
    '2 answers of Ada',
    '5 answers of Ada',
  ]);
  expect(counts.map((count) => saving.in(POLISH).left({ count, name: 'Ada' }))).toEqual([
    '0 many',
    '1 one',
    '2 few',
    '5 many',
  ]);
});

test('a value is inserted verbatim, even when it looks like a placeholder', () => {
  expect(saving.in(ENGLISH).saved({ time: '{time} $& {name}' })).toBe('Saved at {time} $& {name}');
});

test('a message becomes a sentence in the language of its reader', () => {
  const message: AreaMessage<typeof saving> = { id: 'saved', values: { time: '4:18 PM' } };
  expect([say(saving, message, ENGLISH), say(saving, message, POLISH)]).toEqual(['Saved at 4:18 PM', 'S 4:18 PM']);
  expect(say(saving, { id: 'title' }, POLISH)).toBe('T');
});

test('an untranslated area is in English', () => {
  expect(area('other', { title: 'Your answers' }).in(POLISH).title).toBe('Your answers');
});
