import type { Answers, AnswerValue } from './answers.ts';
import type { Form } from './index-form.ts';
import { parseText } from './kind-traits.ts';
import { maxLengthOf, type Question, traitsOf } from './kinds/index.ts';

/** The longest label a _desc key may hold; labels come from the configuration. */
const MAX_DESC_LENGTH = 300;

/** The most characters that the text under one of a question's stored keys may have. */
export function maxStoredLengthOf(question: Question, key: string): number {
  return key === question.key ? maxLengthOf(question) : MAX_DESC_LENGTH;
}

export type ParsedAnswers =
  | { readonly ok: true; readonly answers: Answers }
  | { readonly ok: false; readonly key: string; readonly problem: 'unknown' | 'wrong-type' | 'too-long' };

/**
 * Reads a map of answers that comes from outside: known keys only, of the type and at most the length that the kind of
 * their question takes; null becomes ''. Answers that only the server sets are left out.
 */
export function parseAnswers(form: Form, input: Readonly<Record<string, unknown>>): ParsedAnswers {
  const answers: Record<string, AnswerValue> = {};
  for (const [key, given] of Object.entries(input)) {
    const question = form.byStoredKey.get(key)?.question;
    if (!question) return { ok: false, key, problem: 'unknown' };
    const traits = traitsOf(question);
    if (traits.setBy === 'server') continue;
    const isOwn = key === question.key;
    const value = (isOwn ? traits.parse : parseText)(given === null ? '' : given);
    if (value === undefined) return { ok: false, key, problem: 'wrong-type' };
    if (typeof value === 'string' && value.length > maxStoredLengthOf(question, key))
      return { ok: false, key, problem: 'too-long' };
    answers[key] = value;
  }
  return { ok: true, answers };
}
