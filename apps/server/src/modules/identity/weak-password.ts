import { ApiError } from '../../plugins/errors.ts';

/** What makes a password easy to guess. */
export const WEAKNESSES = ['about', 'common', 'keyboard', 'repeat', 'sequence', 'date', 'short'] as const;
export type Weakness = (typeof WEAKNESSES)[number];

const REASONS: Readonly<Record<Weakness, string>> = {
  about: "it's built on your email address or our name",
  common: "it's built on a word, a name or a password that many people use",
  keyboard: 'its characters are neighbors on the keyboard',
  repeat: 'it repeats the same characters',
  sequence: 'its characters follow one another, like abc or 123',
  date: "it's built on a date or a year",
  short: "it's too short for the characters it has",
};

/** Refuses a password by what makes it weak, never by any part of it, and says how to do better. */
export function weakPasswordError(weakness: Weakness): ApiError {
  return new ApiError('weak_password', {
    message: `That password is too easy to guess: ${REASONS[weakness]}. Try three or four words that have nothing to do with each other, with a number between them.`,
  });
}
