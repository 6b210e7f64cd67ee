import type { Answers } from '@firstyear/form-engine';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import type { Log } from '../../../log/log.ts';
import { type AnswerSealer, answerSealer, type StoredAnswers } from './sealed-answers.ts';

/** Reads answers as they are stored. */
export interface AnswerReader {
  /** All answers of an application as the applicant gave them, the sealed ones opened. */
  read(application: StoredAnswers & { readonly id: string }): Answers;
}

/** An application is read at each save: one line for each damaged answer is enough, and the list stays small. */
const MAX_WARNINGS = 1_000;

/** A reader, and the sealer that it shares with the writer. Answers that cannot be opened are logged. */
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
