/** A problem that the person at the keyboard can fix: the message is shown without a stack. */
export class StartProblem extends Error {
  /** @override */
  name = 'StartProblem';
  isForPeople = true;
}
