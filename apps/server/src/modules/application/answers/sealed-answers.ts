import { type Answers, type AnswerValue, type Form, storedKeysOf, traitsOf } from '@firstyear/form-engine';
import { textSealer } from '../../../crypto/sealed-text.ts';
import type { InstallationSecret } from '../../../crypto/secret.ts';

/** Question key to ciphertext: the id of the secret, a period, and the sealed bytes in base64. */
export type SealedAnswers = Readonly<Record<string, string>>;

export interface StoredAnswers {
  readonly answers: Answers;
  readonly sealed_answers: SealedAnswers;
}

/** Answers that were read, and those of them that were sealed as they are stored. */
export interface OpenedAnswers {
  readonly sealed_answers: SealedAnswers;
  /** All of them, as open() returned them. */
  readonly answers: Answers;
}

/** A sealed answer that no known key opens. */
export interface UnreadableAnswer {
  readonly applicationId: string;
  /** Of the question. */
  readonly key: string;
}

export interface Resealed {
  readonly sealed: SealedAnswers;
  /** How many were sealed again. */
  readonly count: number;
  readonly unreadable: readonly UnreadableAnswer[];
}

/** Keeps the answers that must not be in the database as clear text. */
export interface AnswerSealer {
  /**
   * Parts answers into those stored as they are and those stored encrypted. What was sealed before stays as it is where the
   * answer is the same, or cannot be read and there is no new answer to that question.
   */
  seal(form: Form, applicationId: string, answers: Answers, before?: OpenedAnswers): StoredAnswers;
  /** Seals all of these, whatever form asks for them. */
  sealAll(applicationId: string, answers: Answers): SealedAnswers;
  /** All answers as the applicant gave them. One that cannot be read is left out, and `onUnreadable` is told. */
  open(applicationId: string, stored: StoredAnswers): Answers;
  /** The same answers, all sealed with the current secret; those that cannot be read stay as they are. */
  reseal(applicationId: string, sealed: SealedAnswers): Resealed;
}

/** A form never changes, and a save asks again and again. */
const keysOfForms = new WeakMap<Form, ReadonlySet<string>>();

/** Keys of the questions whose answers are sealed, with their _desc. */
export function sealedKeys(form: Form): ReadonlySet<string> {
  const known = keysOfForms.get(form);
  if (known !== undefined) return known;
  const questions = form.fields.map((field) => field.question).filter((item) => traitsOf(item).isSealed(item));
  const keys = new Set(questions.flatMap(storedKeysOf));
  keysOfForms.set(form, keys);
  return keys;
}

/** Undefined for what is no answer. */
function parseValue(text: string): AnswerValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
  } catch {
    return undefined;
  }
}

const boundTo = (applicationId: string, key: string) => `${applicationId}\n${key}`;

/**
 * Seals with AES-256-GCM; a ciphertext opens only for the application and the question it was made for, with the secret
 * that it names, or one that is being replaced.
 */
export function answerSealer(
  secret: InstallationSecret,
  onUnreadable: (answer: UnreadableAnswer) => void,
): AnswerSealer {
  const sealer = textSealer(secret, 'sealed answers');
  const sealOne = (applicationId: string, key: string, value: AnswerValue) =>
    sealer.seal(JSON.stringify(value), boundTo(applicationId, key));
  const openOne = (applicationId: string, key: string, text: string): AnswerValue | undefined => {
    const opened = sealer.open(text, boundTo(applicationId, key));
    return opened === undefined ? undefined : parseValue(opened);
  };

  return {
    seal(form, applicationId, answers, before = { sealed_answers: {}, answers: {} }) {
      const keys = sealedKeys(form);
      const clear: Record<string, AnswerValue> = {};
      const sealed: Record<string, string> = {};
      for (const [key, text] of Object.entries(before.sealed_answers)) {
        if (!Object.hasOwn(answers, key) && !Object.hasOwn(before.answers, key)) sealed[key] = text;
      }
      for (const [key, value] of Object.entries(answers)) {
        const text = before.sealed_answers[key];
        // During a rollout a newer release may have sealed what this form does not ask.
        const isSealed = keys.has(key) || (text !== undefined && !form.byStoredKey.has(key));
        if (!isSealed || value === '') clear[key] = value;
        else if (text !== undefined && value === before.answers[key] && sealer.isCurrent(text)) sealed[key] = text;
        else sealed[key] = sealOne(applicationId, key, value);
      }
      return { answers: clear, sealed_answers: sealed };
    },
    sealAll: (applicationId, answers) =>
      Object.fromEntries(Object.entries(answers).map(([key, value]) => [key, sealOne(applicationId, key, value)])),
    open(applicationId, stored) {
      const answers: Record<string, AnswerValue> = { ...stored.answers };
      for (const [key, text] of Object.entries(stored.sealed_answers)) {
        const value = openOne(applicationId, key, text);
        if (value === undefined) onUnreadable({ applicationId, key });
        else answers[key] = value;
      }
      return answers;
    },
    reseal(applicationId, before) {
      const sealed: Record<string, string> = {};
      const unreadable: UnreadableAnswer[] = [];
      let count = 0;
      for (const [key, text] of Object.entries(before)) {
        sealed[key] = text;
        if (sealer.isCurrent(text)) continue;
        const value = openOne(applicationId, key, text);
        if (value === undefined) {
          unreadable.push({ applicationId, key });
          continue;
        }
        sealed[key] = sealOne(applicationId, key, value);
        count += 1;
      }
      return { sealed, count, unreadable };
    },
  };
}
