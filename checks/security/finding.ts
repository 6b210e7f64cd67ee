/** The defense of a point is not there; the message says what was seen instead. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

/** A point that this run cannot check; the message says what is missing. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

export function insist(condition: boolean, finding: string): asserts condition {
  if (!condition) throw new Finding(finding);
}

type Statuses = Readonly<Record<string, { readonly status: number }>>;

/** What was tried, each with the status that came. */
export const statusesOf = (tried: Statuses): string =>
  Object.entries(tried)
    .map(([what, { status }]) => `${what} ${status}`)
    .join(', ');

/** Insists that everything that was tried was refused: with a status from 400 to 499, or with this one. Returns the statuses. */
export function insistRefused(tried: Statuses, wanted?: number): string {
  const evidence = statusesOf(tried);
  for (const { status } of Object.values(tried))
    insist(wanted === undefined ? status >= 400 && status < 500 : status === wanted, evidence);
  return evidence;
}
