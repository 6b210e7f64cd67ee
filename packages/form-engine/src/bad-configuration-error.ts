/** A form definition or partner configuration that contradicts itself. */
export class BadConfigurationError extends Error {
  override readonly name = 'BadConfigurationError';
  /** Its message is a sentence for the person who starts the product. */
  readonly isForPeople = true;
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration of the application form has ${problems.length} problem(s):\n- ${problems.join('\n- ')}`);
    this.problems = problems;
  }
}
