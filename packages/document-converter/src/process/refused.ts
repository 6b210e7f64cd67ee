import type { ConversionProblem } from '../converter.ts';

/** The file is at fault, and its applicant is told how. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly problem: ConversionProblem;

  constructor(problem: ConversionProblem) {
    super(`A file is refused: ${problem}.`);
    this.problem = problem;
  }
}
