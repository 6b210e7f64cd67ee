/** A save, whose answers all end in its number. */
interface Write {
  readonly number: number;
  readonly answers: Readonly<Record<string, string>>;
}

/** The stored application of a person. */
export interface StoredApplication {
  readonly email: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly confirmationNumber: string | null;
}

const numberIn = (value: unknown): number => Number(/(\d+)$/.exec(String(value ?? ''))?.[1] ?? 0);

/**
 * Remembers acknowledged answers and submissions. Every answer ends in the number of its save, which grows with each save of an
 * applicant: the stored answer must have the acknowledged number or a later one.
 */
export class AcknowledgedWrites {
  readonly #sent = new Map<string, number>();
  readonly #acknowledged = new Map<string, Map<string, number>>();
  readonly #submissions = new Map<string, string>();
  #saves = 0;
  #answers = 0;

  /** The next save of these questions. */
  next(email: string, keys: readonly string[]): Write {
    const number = (this.#sent.get(email) ?? 0) + 1;
    this.#sent.set(email, number);
    return { number, answers: Object.fromEntries(keys.map((key) => [key, `Sampleton ${number}`])) };
  }

  acknowledge(email: string, { number, answers }: Write): void {
    const known = this.#acknowledged.get(email) ?? new Map<string, number>();
    this.#acknowledged.set(email, known);
    for (const key of Object.keys(answers)) known.set(key, Math.max(number, known.get(key) ?? 0));
    this.#saves += 1;
    this.#answers += Object.keys(answers).length;
  }

  acknowledgeSubmission(email: string, confirmationNumber: string): void {
    this.#submissions.set(email, confirmationNumber);
  }

  /** The people whose saves or submissions were acknowledged. */
  emails(): readonly string[] {
    return [...new Set([...this.#acknowledged.keys(), ...this.#submissions.keys()])];
  }

  counts() {
    return { saves: this.#saves, answers: this.#answers, submissions: this.#submissions.size };
  }

  /** Lists acknowledged answers and submissions that aren't stored, as "address: question". */
  findLost(stored: readonly StoredApplication[]): readonly string[] {
    const byEmail = new Map(stored.map((application) => [application.email, application]));
    return this.emails().flatMap((email) => {
      const application = byEmail.get(email);
      const lost = [...(this.#acknowledged.get(email) ?? [])]
        .filter(([key, number]) => numberIn(application?.answers[key]) < number)
        .map(([key]) => key);
      const confirmationNumber = this.#submissions.get(email);
      const isSubmissionLost =
        confirmationNumber !== undefined && application?.confirmationNumber !== confirmationNumber;
      return [...lost, ...(isSubmissionLost ? ['submission'] : [])].map((name) => `${email}: ${name}`);
    });
  }
}
