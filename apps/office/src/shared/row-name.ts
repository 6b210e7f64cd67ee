import type { ListRow } from '@firstyear/api-contract/desk';

/** "Family, given", as lists are sorted; the email address of an applicant who has given no name. */
export function rowName(row: ListRow, nameless: string): string {
  const name = [row.family_name, row.given_name].filter((part) => part !== '').join(', ');
  return name === '' ? (row.email ?? nameless) : name;
}
