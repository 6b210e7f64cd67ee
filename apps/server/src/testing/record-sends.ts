import pg from 'pg';

/** What the connections of this process are given to send, each time that one is: the verbs of its statements. */
export async function recordSends(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sends: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = new Proxy(query, {
    apply: (target, client, args) => {
      const queries: unknown = Reflect.get(Object(args[0]), 'queries');
      const texts = Array.isArray(queries)
        ? queries.map(({ query: { sql: text } }) => String(text))
        : [String(args[0])];
      sends.push(texts.map((text) => text.split(' ', 1)[0]).join(', '));
      return Reflect.apply(target, client, args);
    },
  });
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sends;
}
