import type { Answers, Form } from '@firstyear/application-form';
import { type AnswerSealer, answerSealer, type StoredAnswers } from './sealed-answers.ts';

/** Reads answers as they are stored. */
export interface AnswerReader {
  /** All answers of an application as the applicant gave them, the sealed ones opened. */
  read(application: StoredAnswers & { readonly id: string }): Answers;
}

/** A reader, and the sealer that it shares with whoever writes. The secret is the installation's. */
export function answerReader(form: Form, secret: Buffer): AnswerReader & { readonly sealer: AnswerSealer } {
  const sealer = answerSealer(form, secret);
  return { sealer, read: (application) => sealer.open(application.id, application) };
}
