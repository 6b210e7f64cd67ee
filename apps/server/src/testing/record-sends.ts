import pg from 'pg';

/** The verbs of the statements that this process sends to its database during some work, in order. */
export async function recordSends(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sends: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = new Proxy(query, {
    apply: (target, client, args) => {
      const text: unknown = typeof args[0] === 'string' ? args[0] : Reflect.get(Object(args[0]), 'text');
      const [verb = ''] = String(text).split(' ', 1);
      sends.push(verb);
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
