import { EXPORT_FORMATS, type ExportFormat, type ListFilter, listFilter } from '@firstyear/api-contract/desk';

/** The search parameters of the list: filters, order, page and shown columns. */
export interface ListSearch extends ListFilter {
  readonly after?: string;
  readonly before?: string;
  readonly last?: '1';
  /** Ids of columns, comma-separated; the usual ones without it. */
  readonly columns?: string;
}

/** The search parameters of an application: the list that it was opened from, its place there, and the open document. */
export interface ApplicationSearch extends ListFilter {
  readonly place?: string;
  readonly doc?: string;
}

const FILTERS = Object.entries(listFilter.shape);

/** The filters of an address; unknown names and invalid values are left out. */
function readFilter(raw: Readonly<Record<string, unknown>>): ListFilter {
  const known = FILTERS.flatMap(([name, schema]) => {
    const read = schema.safeParse(raw[name]);
    return read.success && read.data !== undefined && read.data !== '' ? [[name, read.data] as const] : [];
  });
  return listFilter.parse(Object.fromEntries(known));
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export function readListSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const [after, before, columns] = [text(raw.after), text(raw.before), text(raw.columns)];
  return {
    ...readFilter(raw),
    ...(after && { after }),
    ...(before && !after && { before }),
    ...(raw.last === '1' && !after && !before && { last: '1' }),
    ...(columns && { columns }),
  };
}

export function readApplicationSearch(raw: Readonly<Record<string, unknown>>): ApplicationSearch {
  const [place, doc] = [text(raw.place), text(raw.doc)];
  return { ...readFilter(raw), ...(place && { place }), ...(doc && { doc }) };
}

/** The search parameters of the exports: the list to export, and the format that a link chose. */
export interface ExportSearch extends ListFilter {
  readonly format?: ExportFormat;
}

export function readExportSearch(raw: Readonly<Record<string, unknown>>): ExportSearch {
  const format = EXPORT_FORMATS.find((id) => id === raw.format);
  return { ...readFilter(raw), ...(format && { format }) };
}

/** The filters of a search, without page and columns. */
export const filterOf = (search: ListFilter): ListFilter => readFilter({ ...search });

/** Addresses hold plain text: ?q=garcia, never JSON. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).flatMap(([name, value]) => (text(value) ? [[name, String(value)]] : []));
  const query = new URLSearchParams(entries).toString();
  return query === '' ? '' : `?${query}`;
}
