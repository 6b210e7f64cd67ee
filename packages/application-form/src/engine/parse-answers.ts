import type { Answers, AnswerValue } from './answers.ts';
import type { Form } from './index-form.ts';
import { isChoice, maxLengthOf } from './question.ts';

/** The longest label a _desc key may hold; labels come from the configuration. */
const MAX_DESC_LENGTH = 300;

/** Text that a database and a printer can take: no NUL, no half of a surrogate pair. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

export type ParsedAnswers =
  | { readonly ok: true; readonly answers: Answers }
  | { readonly ok: false; readonly key: string; readonly problem: 'unknown' | 'wrong-type' | 'too-long' };

/**
 * Reads a map of answers that comes from outside: known keys only, text or true/false as the question asks,
 * no longer than it takes; null becomes ''. Document keys are left out: only the server sets them (AMB-082).
 */
export function parseAnswers(index: Form, input: Readonly<Record<string, unknown>>): ParsedAnswers {
  const answers: Record<string, AnswerValue> = {};
  for (const [key, given] of Object.entries(input)) {
    const value = given === null ? '' : given;
    const question = index.byKey.get(key)?.question;
    if (!question) {
      const owner = key.endsWith('_desc') ? index.byKey.get(key.slice(0, -'_desc'.length))?.question : undefined;
      if (!owner || !isChoice(owner)) return { ok: false, key, problem: 'unknown' };
      if (!isText(value)) return { ok: false, key, problem: 'wrong-type' };
      if (value.length > MAX_DESC_LENGTH) return { ok: false, key, problem: 'too-long' };
      answers[key] = value;
      continue;
    }
    if (question.kind === 'file') continue;
    if (question.kind === 'check') {
      if (typeof value !== 'boolean' && value !== '') return { ok: false, key, problem: 'wrong-type' };
    } else {
      if (!isText(value)) return { ok: false, key, problem: 'wrong-type' };
      if (value.length > maxLengthOf(question)) return { ok: false, key, problem: 'too-long' };
    }
    answers[key] = value;
  }
  return { ok: true, answers };
}
