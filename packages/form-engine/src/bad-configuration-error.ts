/** A form definition or partner configuration that contradicts itself. */
export class BadConfigurationError extends Error {
  override readonly name = 'BadConfigurationError';
  /** Marks a message for the person who starts the product. */
  readonly isForPeople = true;
  readonly problems: readonly string[];

  /** where: the files that say it, for the heading. */
  constructor(problems: readonly string[], where = 'The configuration of the application form') {
    super(`${where} has ${problems.length} problem(s):\n- ${problems.join('\n- ')}`);
    this.problems = problems;
  }
}
