/** The defense of a point is not there; the message says what was seen instead. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

/** A point cannot be looked at with what this run was given; the message says what is missing. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

export function insist(condition: boolean, finding: string): asserts condition {
  if (!condition) throw new Finding(finding);
}
