import { expectTypeOf, test } from 'vitest';
import { type AreaMessage, area, type Translation } from './area.ts';
import { ENGLISH } from './language.ts';

const saving = area('saving', {
  title: 'Your answers',
  saved: 'Saved at {time}',
  left: { one: '1 answer of {name}', other: '{count} answers of {name}' },
});

test('texts without values are strings, and braces in a text are required values', () => {
  const words = saving.in(ENGLISH);
  expectTypeOf(words.title).toEqualTypeOf<string>();
  expectTypeOf(words.saved).parameter(0).toEqualTypeOf<{ readonly time: string | number }>();
  expectTypeOf(words.left).parameter(0).toEqualTypeOf<{ readonly count: number; readonly name: string | number }>();
});

test('a message without its values does not compile', () => {
  // @ts-expect-error the time is missing
  const message: AreaMessage<typeof saving> = { id: 'saved' };
  expectTypeOf(message).toExtend<{ readonly id: string }>();
});

test('a translation with a missing or extra text does not compile', () => {
  const whole = { title: 'T', saved: 'S {time}', left: { other: '{count} {name}' } };
  expectTypeOf(whole).toExtend<Translation<typeof saving.texts>>();
  // @ts-expect-error a text is missing
  const missing: Translation<typeof saving.texts> = { title: 'T', saved: 'S {time}' };
  // @ts-expect-error a text is left over
  const leftOver: Translation<typeof saving.texts> = { ...missing, left: { other: '' }, more: 'M' };
  expectTypeOf(leftOver.title).toEqualTypeOf<string>();
});
