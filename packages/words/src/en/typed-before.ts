import { area } from '../area.ts';

/** Answers of a visitor that differ from those of the account. */
export const typedBefore = area('typed-before', {
  line: {
    one: 'Before you logged in, 1 answer was typed here that differs from yours.',
    other: 'Before you logged in, {count} answers were typed here that differ from yours.',
  },
  look: 'Look',
  use: { one: 'Use it', other: 'Use them' },
  keep: 'Keep mine',
  taken: {
    one: 'We put in the answer that was typed before you logged in.',
    other: 'We put in the answers that were typed before you logged in.',
  },
  undo: 'Undo',
  title: 'Answers that were typed before you logged in',
  own: 'Yours',
  typed: 'Typed here',
  none: 'No answer',
});
