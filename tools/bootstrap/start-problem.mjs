/** Something the person at the keyboard can mend: the message is shown alone, without a stack. */
export class StartProblem extends Error {
  /** @override */
  name = 'StartProblem';
  isForPeople = true;
}
