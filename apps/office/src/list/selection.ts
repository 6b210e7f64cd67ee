/** Which applications are selected: some by hand, or all of the view. */
export type Selected = ReadonlySet<string> | 'all';

export const NONE: ReadonlySet<string> = new Set();
