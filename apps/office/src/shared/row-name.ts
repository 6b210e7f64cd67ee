import type { ListRow } from '@firstyear/api-contract/desk';

/** "Family, given", as lists are sorted; the email address of an applicant who has given no name. */
export function rowName(row: ListRow, nameless: string): string {
  const name = [row.family_name, row.given_name].filter((part) => part !== '').join(', ');
  return name === '' ? (row.email ?? nameless) : name;
}

const plain = ({ family_name, given_name }: ListRow) =>
  `${family_name}, ${given_name}`.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The ids of rows whose name another one of them has, too, without regard to accents and capitals. */
export function namesakes(rows: readonly ListRow[]): ReadonlySet<string> {
  const byName = Map.groupBy(rows, plain);
  return new Set([...byName.values()].flatMap((same) => (same.length > 1 ? same.map(({ id }) => id) : [])));
}
