import { once } from 'node:events';
import net from 'node:net';

/** A port of ours behind which a server can be away: connections through it are ended, and none is taken until it is mended. */
export interface CuttableLine {
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Leads a port of its own choice to a port of this machine. */
export async function startCuttableLine(to: number): Promise<CuttableLine> {
  const open = new Set<net.Socket>();
  const listen = async (port: number): Promise<net.Server> => {
    const server = net.createServer((from) => {
      const target = net.connect(to, '127.0.0.1');
      for (const [end, otherEnd] of [
        [from, target],
        [target, from],
      ] as const) {
        open.add(end);
        end.on('error', () => otherEnd.destroy());
        end.on('close', () => {
          open.delete(end);
          otherEnd.destroy();
        });
        end.pipe(otherEnd);
      }
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  const { port } = address;
  return {
    port,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    async mend() {
      server = await listen(port);
    },
  };
}
