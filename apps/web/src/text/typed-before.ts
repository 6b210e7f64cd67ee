/** The words about answers that a visitor typed and the account has otherwise. */
export const TYPED_BEFORE_TEXT = {
  line: (count: number) =>
    count === 1
      ? 'Before you logged in, 1 answer was typed here that differs from yours.'
      : `Before you logged in, ${count} answers were typed here that differ from yours.`,
  look: 'Look',
  use: (count: number) => (count === 1 ? 'Use it' : 'Use them'),
  keep: 'Keep mine',
  taken: (count: number) =>
    count === 1
      ? 'We put in the answer that was typed before you logged in.'
      : 'We put in the answers that were typed before you logged in.',
  undo: 'Undo',
  title: 'Answers that were typed before you logged in',
  own: 'Yours',
  typed: 'Typed here',
  none: 'No answer',
} as const;
