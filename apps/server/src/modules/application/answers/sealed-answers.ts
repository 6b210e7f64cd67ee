import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Answers, type AnswerValue, type Form, storedKeysOf, traitsOf } from '@firstyear/form-engine';
import { deriveKeys, type IdentifiedKey, type InstallationSecret } from '../../../crypto/secret.ts';

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
  seal(applicationId: string, answers: Answers, before?: OpenedAnswers): StoredAnswers;
  /** All answers as the applicant gave them. One that cannot be read is left out, and `onUnreadable` is told. */
  open(applicationId: string, stored: StoredAnswers): Answers;
  /** The same answers, all sealed with the current secret; those that cannot be read stay as they are. */
  reseal(applicationId: string, sealed: SealedAnswers): Resealed;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keys of the questions whose answers are sealed, with their _desc. */
export function sealedKeys(form: Form): ReadonlySet<string> {
  const questions = form.fields.map((field) => field.question).filter((one) => traitsOf(one).isSealed(one));
  return new Set(questions.flatMap(storedKeysOf));
}

function parseValue(text: string): AnswerValue {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'string' && typeof value !== 'boolean')
    throw new Error('A sealed answer does not hold an answer.');
  return value;
}

const boundTo = (applicationId: string, key: string) => Buffer.from(`${applicationId}\n${key}`);

function encrypt({ id, key }: IdentifiedKey, value: AnswerValue, bound: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(bound);
  const content = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64')}`;
}

function decrypt(key: Buffer, bytes: Buffer, bound: Buffer): AnswerValue | undefined {
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(bound)
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const content = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  try {
    return parseValue(Buffer.concat([content, decipher.final()]).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The id of the secret that a ciphertext was made with; nothing for those of versions that wrote none. */
function idOf(text: string): string | undefined {
  const [id, content] = text.split('.', 2);
  return content === undefined ? undefined : id;
}

/**
 * Seals with AES-256-GCM; a ciphertext opens only for the application and the question it was made for, with the secret
 * that it names, or one that is being replaced.
 */
export function answerSealer(
  form: Form,
  secret: InstallationSecret,
  onUnreadable: (answer: UnreadableAnswer) => void,
): AnswerSealer {
  const keys = sealedKeys(form);
  const cipherKeys = deriveKeys(secret, 'sealed answers');
  const [current] = cipherKeys;

  const openOne = (applicationId: string, key: string, text: string): AnswerValue | undefined => {
    const id = idOf(text);
    const bytes = Buffer.from(text.slice(id === undefined ? 0 : id.length + 1), 'base64');
    for (const candidate of cipherKeys) {
      if (id !== undefined && id !== candidate.id) continue;
      const value = decrypt(candidate.key, bytes, boundTo(applicationId, key));
      if (value !== undefined) return value;
    }
    return undefined;
  };

  return {
    seal(applicationId, answers, before = { sealed_answers: {}, answers: {} }) {
      const clear: Record<string, AnswerValue> = {};
      const sealed: Record<string, string> = {};
      for (const [key, text] of Object.entries(before.sealed_answers)) {
        if (!Object.hasOwn(answers, key) && !Object.hasOwn(before.answers, key)) sealed[key] = text;
      }
      for (const [key, value] of Object.entries(answers)) {
        const text = before.sealed_answers[key];
        if (!keys.has(key) || value === '') clear[key] = value;
        else if (text !== undefined && value === before.answers[key] && idOf(text) === current.id) sealed[key] = text;
        else sealed[key] = encrypt(current, value, boundTo(applicationId, key));
      }
      return { answers: clear, sealed_answers: sealed };
    },
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
        if (idOf(text) === current.id) continue;
        const value = openOne(applicationId, key, text);
        if (value === undefined) {
          unreadable.push({ applicationId, key });
          continue;
        }
        sealed[key] = encrypt(current, value, boundTo(applicationId, key));
        count += 1;
      }
      return { sealed, count, unreadable };
    },
  };
}
