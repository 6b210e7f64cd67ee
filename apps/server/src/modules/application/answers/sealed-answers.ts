import { type Answers, type AnswerValue, answerOf, type Form, traitsOf } from '@firstyear/form-engine';
import { textSealer } from '../../../crypto/sealed-text.ts';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import type { Log } from '../../../log/log.ts';

/** Question key to ciphertext: the id of the secret, a period, and the sealed bytes in base64. */
export type SealedAnswers = Readonly<Record<string, string>>;

interface StoredAnswers {
  readonly answers: Answers;
  readonly sealed_answers: SealedAnswers;
}

/** A sealed answer that no known secret opens. */
export interface UnreadableAnswer {
  readonly applicationId: string;
  /** The key of the question. */
  readonly key: string;
}

/** Whether a form seals the answer under a stored key, or all answers to a question. */
export function isSealedBy(form: Form, key: string): boolean {
  const question = (form.byStoredKey.get(key) ?? form.byKey.get(key))?.question;
  return question !== undefined && traitsOf(question).isSealed(question);
}

/** The answers without those that one of the forms seals or that were sealed when they were saved. */
export function withoutSealed(answers: Answers, forms: readonly Form[], sealed: SealedAnswers): Answers {
  const kept: Record<string, AnswerValue> = {};
  for (const key of Object.keys(answers)) {
    if (Object.hasOwn(sealed, key) || forms.some((form) => isSealedBy(form, key))) continue;
    kept[key] = answerOf(answers, key);
  }
  return kept;
}

/** Undefined for a text that isn't an answer. */
function parseValue(text: string): AnswerValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
  } catch {
    return undefined;
  }
}

const boundTo = (applicationId: string, key: string) => `${applicationId}\n${key}`;

export type AnswerSealer = ReturnType<typeof answerSealer>;

/**
 * Encrypts answers that must not be in the database as clear text, with AES-256-GCM. A ciphertext opens only for its application
 * and question, with the secret that it names or the one being replaced.
 */
export function answerSealer(secret: InstallationSecret, onUnreadable: (answer: UnreadableAnswer) => void) {
  const sealer = textSealer(secret, 'sealed answers');
  const sealOne = (applicationId: string, key: string, value: AnswerValue) =>
    sealer.seal(JSON.stringify(value), boundTo(applicationId, key));
  const openOne = (applicationId: string, key: string, text: string): AnswerValue | undefined => {
    const opened = sealer.open(text, boundTo(applicationId, key));
    return opened === undefined ? undefined : parseValue(opened);
  };

  return {
    /**
     * Separates plain answers from sealed ones and encrypts those. Pass what is stored as `before`, with its answers opened: an
     * unchanged answer then keeps its ciphertext, and an unreadable answer keeps it until it is replaced.
     */
    seal(
      form: Form,
      applicationId: string,
      answers: Answers,
      before: StoredAnswers = { sealed_answers: {}, answers: {} },
    ): StoredAnswers {
      const clear: Record<string, AnswerValue> = {};
      const sealed: Record<string, string> = {};
      for (const [key, text] of Object.entries(before.sealed_answers)) {
        if (!Object.hasOwn(answers, key) && !Object.hasOwn(before.answers, key)) sealed[key] = text;
      }
      for (const [key, value] of Object.entries(answers)) {
        const text = before.sealed_answers[key];
        // During a rollout, a newer release may have sealed an answer that this form doesn't ask for.
        const isSealed = isSealedBy(form, key) || (text !== undefined && !form.byStoredKey.has(key));
        if (!isSealed || value === '') clear[key] = value;
        else if (text !== undefined && value === before.answers[key] && sealer.isCurrent(text)) sealed[key] = text;
        else sealed[key] = sealOne(applicationId, key, value);
      }
      return { answers: clear, sealed_answers: sealed };
    },
    /** Seals all of these answers, whichever form asks for them. */
    sealAll: (applicationId: string, answers: Answers): SealedAnswers =>
      Object.fromEntries(Object.entries(answers).map(([key, value]) => [key, sealOne(applicationId, key, value)])),
    /** All answers as the applicant gave them, without unreadable ones. */
    open(applicationId: string, stored: StoredAnswers): Answers {
      const answers: Record<string, AnswerValue> = { ...stored.answers };
      for (const [key, text] of Object.entries(stored.sealed_answers)) {
        const value = openOne(applicationId, key, text);
        if (value === undefined) onUnreadable({ applicationId, key });
        else answers[key] = value;
      }
      return answers;
    },
    /** The same answers sealed with the current secret, and how many were outdated. Unreadable ones stay as they are. */
    reseal(applicationId: string, before: SealedAnswers) {
      const sealed: Record<string, string> = { ...before };
      const unreadable: UnreadableAnswer[] = [];
      let count = 0;
      for (const [key, text] of Object.entries(before)) {
        if (sealer.isCurrent(text)) continue;
        const value = openOne(applicationId, key, text);
        if (value === undefined) unreadable.push({ applicationId, key });
        else {
          sealed[key] = sealOne(applicationId, key, value);
          count += 1;
        }
      }
      return { sealed, count, unreadable };
    },
  };
}

export interface AnswerReader {
  /** All answers of an application as the applicant gave them. */
  read(application: StoredAnswers & { readonly id: string }): Answers;
}

/** Each save reads its application: a damaged answer is logged once, and the list stays small. */
const MAX_WARNINGS = 1_000;

/** A reader that logs unreadable answers, and its sealer. */
export function answerReader(
  secret: InstallationSecret,
  log: Pick<Log, 'warn'>,
): AnswerReader & { readonly sealer: AnswerSealer } {
  const warned = new Set<string>();
  const sealer = answerSealer(secret, ({ applicationId, key }) => {
    const answer = `${applicationId} ${key}`;
    if (warned.has(answer) || warned.size >= MAX_WARNINGS) return;
    warned.add(answer);
    log.warn(
      { application: applicationId, question: key },
      'A sealed answer is damaged and shows as empty. A backup of the database may still have it.',
    );
  });
  return { sealer, read: (application) => sealer.open(application.id, application) };
}
