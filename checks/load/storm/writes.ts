/** A save, whose answers all end in its number. */
interface Write {
  readonly number: number;
  readonly answers: Readonly<Record<string, string>>;
}

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
  /** The newest acknowledged number by address and question, with a blank between. */
  readonly #answers = new Map<string, number>();
  readonly #submissions = new Map<string, string>();
  saves = 0;

  next(email: string, keys: readonly string[]): Write {
    const number = (this.#sent.get(email) ?? 0) + 1;
    this.#sent.set(email, number);
    return { number, answers: Object.fromEntries(keys.map((key) => [key, `Sampleton ${number}`])) };
  }

  acknowledge(email: string, { number, answers }: Write): void {
    this.saves += 1;
    for (const id of Object.keys(answers).map((key) => `${email} ${key}`))
      this.#answers.set(id, Math.max(number, this.#answers.get(id) ?? 0));
  }

  acknowledgeSubmission(email: string, confirmationNumber: string): void {
    this.#submissions.set(email, confirmationNumber);
  }

  get submissions(): number {
    return this.#submissions.size;
  }

  /** The people who have sent something. */
  emails(): readonly string[] {
    return [...new Set([...this.#sent.keys(), ...this.#submissions.keys()])];
  }

  /** Lists acknowledged answers and submissions that aren't stored, as "address question". */
  findLost(stored: readonly StoredApplication[]): readonly string[] {
    const byEmail = new Map(stored.map((application) => [application.email, application]));
    const answers = [...this.#answers].filter(([id, number]) => {
      const [email = '', key = ''] = id.split(' ');
      return numberIn(byEmail.get(email)?.answers[key]) < number;
    });
    const submissions = [...this.#submissions].filter(
      ([email, number]) => byEmail.get(email)?.confirmationNumber !== number,
    );
    return [...answers.map(([id]) => id), ...submissions.map(([email]) => `${email} submission`)];
  }
}
