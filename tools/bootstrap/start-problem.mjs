/** A problem that the operator can fix; its message is shown without a stack. */
export class StartProblem extends Error {
  /** @override */
  name = 'StartProblem';
  isForPeople = true;
}
