import pg from 'pg';

/** The verbs of the statements that this process sends; those sent without waiting for a response are together. */
export async function recordSends(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sends: string[][] = [];
  const inFlight = new Map<unknown, string[]>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = new Proxy(query, {
    apply: (target, client, args) => {
      const text: unknown = typeof args[0] === 'string' ? args[0] : Reflect.get(Object(args[0]), 'text');
      const [verb = ''] = String(text).split(' ', 1);
      const together = inFlight.get(client);
      const send = together ?? [];
      if (together === undefined) sends.push(send);
      send.push(verb);
      inFlight.set(client, send);
      const result: unknown = Reflect.apply(target, client, args);
      const end = () => inFlight.get(client) === send && inFlight.delete(client);
      Promise.resolve(result).then(end, end);
      return result;
    },
  });
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sends.map((verbs) => verbs.join(', '));
}
