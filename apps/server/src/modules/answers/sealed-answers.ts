import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Answers, type AnswerValue, type Form, storedKeysOf, traitsOf } from '@firstyear/application-form';
import { deriveKey } from '../../crypto/secret.ts';

/** Question key to ciphertext. */
export type SealedAnswers = Readonly<Record<string, string>>;

export interface StoredAnswers {
  readonly answers: Answers;
  readonly sealed_answers: SealedAnswers;
}

/** Keeps the answers that must not be in the database as clear text. */
export interface AnswerSealer {
  /** Parts answers into those stored as they are and those stored encrypted. */
  seal(applicationId: string, answers: Answers): StoredAnswers;
  /** All answers as the applicant gave them. Fails when the secret is not the one they were sealed with. */
  open(applicationId: string, stored: StoredAnswers): Answers;
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

/** Seals with AES-256-GCM; a ciphertext opens only for the application and the question it was made for. */
export function answerSealer(form: Form, secret: Buffer): AnswerSealer {
  const keys = sealedKeys(form);
  const cipherKey = deriveKey(secret, 'sealed answers');
  const boundTo = (applicationId: string, key: string) => Buffer.from(`${applicationId}\n${key}`);
  return {
    seal(applicationId, answers) {
      const clear: Record<string, AnswerValue> = {};
      const sealed: Record<string, string> = {};
      for (const [key, value] of Object.entries(answers)) {
        if (!keys.has(key) || value === '') {
          clear[key] = value;
          continue;
        }
        const iv = randomBytes(IV_BYTES);
        const cipher = createCipheriv(CIPHER, cipherKey, iv).setAAD(boundTo(applicationId, key));
        const content = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
        sealed[key] = Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64');
      }
      return { answers: clear, sealed_answers: sealed };
    },
    open(applicationId, stored) {
      const answers: Record<string, AnswerValue> = { ...stored.answers };
      for (const [key, text] of Object.entries(stored.sealed_answers)) {
        const bytes = Buffer.from(text, 'base64');
        const decipher = createDecipheriv(CIPHER, cipherKey, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(boundTo(applicationId, key))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const content = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        try {
          answers[key] = parseValue(Buffer.concat([content, decipher.final()]).toString('utf8'));
        } catch (cause) {
          throw new Error('A sealed answer cannot be opened. Was SECRET_KEY or DATA_DIR/secret-key changed?', {
            cause,
          });
        }
      }
      return answers;
    },
  };
}
