const AN_ID = '[A-Z]+-[0-9]{2,3}';
const LISTS = new RegExp(`\\[(${AN_ID}(?:(?:\\.\\.|,\\s*|\\s+)${AN_ID})*)\\]`, 'g');

/** The ids that docs/requirements.md explains, in its order: requirements, then decisions. */
export function listedIds(document: string): string[] {
  return [...document.matchAll(/^- \*\*([A-Z]+-[0-9]{2,3}|D[0-9]{1,2})\*\* \S/gm)].map(([, id = '']) => id);
}

/** The ids in square brackets of a line; of a range `[VAL-07..VAL-12]` all between, as far as the list knows both ends. */
export function titleIds(line: string, listed: readonly string[]): string[] {
  return [...line.matchAll(LISTS)].flatMap(([, list = '']) =>
    list.split(/,\s*|\s+/).flatMap((part) => {
      const [from = '', to = from] = part.split('..');
      const [first, last] = [listed.indexOf(from), listed.indexOf(to)];
      return first < 0 || last < first ? [from, to] : listed.slice(first, last + 1);
    }),
  );
}

/**
 * A function that returns the ids which a line mentions, in brackets or not. Prefixes are those of the listed ids, so
 * that SHA-256 is none; in brackets any prefix counts, so that a misspelled one is found.
 */
export function citationsOf(listed: readonly string[]): (line: string) => string[] {
  const prefixes = [...new Set(listed.flatMap((id) => (id.includes('-') ? [id.split('-')[0]] : [])))].join('|');
  const mention = new RegExp(`\\b(?:(?:${prefixes})-[0-9]{2,3}|D[0-9]{1,2})\\b`, 'g');
  return (line) => [...new Set([...(line.match(mention) ?? []), ...titleIds(line, listed)])];
}
