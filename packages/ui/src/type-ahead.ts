/** Letters without case and marks: "cote" finds "Côte d'Ivoire". */
function foldCase(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/**
 * The place of the label that the typed letters lead to, or -1. One letter, also repeated, goes on to the next label
 * that begins with it; several letters stay where they fit. active: the place to go on from, -1 for none.
 */
export function findTyped(labels: readonly string[], typed: string, active: number): number {
  const wanted = foldCase(typed);
  const [first = ''] = wanted;
  const isOneLetter = [...wanted].every((letter) => letter === first);
  const from = isOneLetter ? active + 1 : Math.max(active, 0);
  const matchAfter = (beginning: string) => {
    for (let step = 0; step < labels.length; step += 1) {
      const at = (from + step) % labels.length;
      if (foldCase(labels[at] ?? '').startsWith(beginning)) return at;
    }
    return -1;
  };
  const whole = isOneLetter && wanted.length > 1 ? -1 : matchAfter(wanted);
  return whole === -1 && isOneLetter ? matchAfter(first) : whole;
}
