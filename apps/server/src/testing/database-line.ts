import { connect, createServer, type Server, type Socket } from 'node:net';

interface DatabaseLine {
  /** The database's address through this line. */
  readonly url: string;
  /** Breaks every connection and accepts no new ones, as if the database's machine were gone. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** A line to a PostgreSQL that a test can cut and mend. */
export async function databaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  const join = (near: Socket) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  };
  const mend = async () => {
    const made = createServer(join);
    server = made;
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve));
    const address = made.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    port = address.port;
  };
  await mend();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    mend,
    cut: async () => {
      const open = server;
      server = undefined;
      if (!open) return;
      const closed = new Promise<void>((resolve) => open.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
