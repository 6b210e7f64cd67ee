/** A statement with a name is planned once for each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** What the search and its imports ask of PostgreSQL. An import needs one connection; for a search, any of a pool will do. */
export interface SchoolsDatabase {
  query(
    statement: Statement | string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>;
}
