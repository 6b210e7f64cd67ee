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

/** What loads a form or a university in another language, or the problems of one that is a draft: it is not offered. */
export async function unlessDraft<T>(load: () => Promise<T>): Promise<T | BadConfigurationError> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof BadConfigurationError) return error;
    throw error;
  }
}
