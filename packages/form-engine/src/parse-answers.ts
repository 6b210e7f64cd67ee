import type { Answers, AnswerValue } from './answers.ts';
import type { Form } from './index-form.ts';
import { parseText } from './kind-traits.ts';
import { maxLengthOf, type Question, traitsOf } from './kinds/index.ts';

/** The longest label under a _desc key; labels come from the configuration. */
const MAX_DESC_LENGTH = 300;

/** The most characters of the text under one of a question's stored keys. */
export function maxStoredLengthOf(question: Question, key: string): number {
  return key === question.key ? maxLengthOf(question) : MAX_DESC_LENGTH;
}

export type AnswerProblem = 'unknown' | 'wrong-type' | 'too-long';

/** The accepted and refused answers: a bad answer never stops the others. */
export interface ParsedAnswers {
  readonly answers: Answers;
  readonly refused: readonly { readonly key: string; readonly problem: AnswerProblem }[];
}

/** Cleans a text while it is typed: a space at its end is the beginning of a word. */
export function cleanTyped(question: Question, text: string): string {
  return String(traitsOf(question).parse(text) ?? text);
}

/** Cleans an answer by the kind of its question, as it is stored; a value of another type stays. */
export function cleanAnswer(question: Question, value: AnswerValue): AnswerValue {
  return storedValue(question, traitsOf(question).parse(value) ?? value);
}

function storedValue(question: Question, value: AnswerValue): AnswerValue {
  return typeof value === 'string' ? traitsOf(question).store(question, value) : value;
}

/**
 * Parses answers from outside: refuses unknown keys, wrong types and texts that are too long, and cleans the rest; null
 * becomes ''. Answers that only the server sets are left out. keepsLong: accepts texts that are too long, which a page keeps.
 */
export function parseAnswers(form: Form, input: Readonly<Record<string, unknown>>, keepsLong = false): ParsedAnswers {
  const answers: Record<string, AnswerValue> = {};
  const refused: { key: string; problem: AnswerProblem }[] = [];
  for (const [key, given] of Object.entries(input)) {
    const question = form.byStoredKey.get(key)?.question;
    if (!question) {
      refused.push({ key, problem: 'unknown' });
      continue;
    }
    const traits = traitsOf(question);
    if (traits.setBy === 'server') continue;
    const isOwn = key === question.key;
    const parsed = (isOwn ? traits.parse : parseText)(given === null ? '' : given);
    const value = isOwn && parsed !== undefined ? storedValue(question, parsed) : parsed;
    const maxLength = keepsLong ? Number.POSITIVE_INFINITY : maxStoredLengthOf(question, key);
    if (value === undefined) refused.push({ key, problem: 'wrong-type' });
    else if (typeof value === 'string' && value.length > maxLength) refused.push({ key, problem: 'too-long' });
    else answers[key] = value;
  }
  return { answers, refused };
}
