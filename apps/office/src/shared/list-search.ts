import type { QueryOf } from '@firstyear/api-contract/call';
import { EXPORT_FORMATS, type ExportFormat, type ListFilter, listFilter, numbers } from '@firstyear/api-contract/desk';

/** The search parameters of the list: filters, order, page and shown columns. */
export interface ListSearch extends ListFilter {
  readonly after?: string;
  readonly before?: string;
  readonly last?: '1';
  /** Ids of columns, comma-separated; the usual ones without it. */
  readonly columns?: string;
}

/** The search parameters of an application: the list and page that it was opened from, its place there, and the open document. */
interface ApplicationSearch extends ListSearch {
  readonly place?: string;
  readonly doc?: string;
}

type Parse = (value: unknown) => { readonly success: boolean; readonly data?: unknown };
interface Query<T> {
  readonly shape: Readonly<Record<string, { readonly safeParse: Parse }>>;
  readonly parse: (values: unknown) => T;
}

/** The parameters of a call in an address; unknown names and invalid values are left out. */
export function readQuery<T>(query: Query<T>, raw: Readonly<Record<string, unknown>>): T {
  const known = Object.entries(query.shape).flatMap(([name, schema]) => {
    const read = schema.safeParse(raw[name]);
    return read.success && read.data !== undefined && read.data !== '' ? [[name, read.data] as const] : [];
  });
  return query.parse(Object.fromEntries(known));
}

const readFilter = (raw: Readonly<Record<string, unknown>>): ListFilter => readQuery(listFilter, raw);

/** The parameters with these names, without empty ones. */
export function readText<N extends string>(
  raw: Readonly<Record<string, unknown>>,
  names: readonly N[],
): { readonly [Name in N]?: string } {
  const texts: { [Name in N]?: string } = {};
  for (const name of names) {
    const value = raw[name];
    if (typeof value === 'string' && value !== '') texts[name] = value;
  }
  return texts;
}

export function readListSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const { after, before, ...columns } = readText(raw, ['after', 'before', 'columns']);
  return {
    ...readFilter(raw),
    ...(after && { after }),
    ...(before && !after && { before }),
    ...(raw.last === '1' && !after && !before && { last: '1' }),
    ...columns,
  };
}

/** The search parameters of the numbers: their list, and which of its applications are counted. */
export const readNumbersSearch = (raw: Readonly<Record<string, unknown>>): QueryOf<typeof numbers> =>
  readQuery(numbers.query, raw);

export function readApplicationSearch(raw: Readonly<Record<string, unknown>>): ApplicationSearch {
  return { ...readListSearch(raw), ...readText(raw, ['place', 'doc']) };
}

/** The search parameters of the exports: the list to export, and the format that a link chose. */
interface ExportSearch extends ListFilter {
  readonly format?: ExportFormat;
}

export function readExportSearch(raw: Readonly<Record<string, unknown>>): ExportSearch {
  const format = EXPORT_FORMATS.find((id) => id === raw.format);
  return { ...readFilter(raw), ...(format && { format }) };
}

/** The filters of a search, without page and columns. */
export const filterOf = (search: ListFilter): ListFilter => readFilter({ ...search });

/** A search at its first page. */
export const atFirstPage = ({ after: _after, before: _before, last: _last, ...first }: ListSearch) => first;

/** Addresses have plain text parameters, such as ?q=garcia, never JSON. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const query = new URLSearchParams(entries).toString();
  return query === '' ? '' : `?${query}`;
}
