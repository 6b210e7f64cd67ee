import net from 'node:net';
import tls from 'node:tls';

/**
 * Sends the beginning of a request and no more, and returns the status of the reply that comes all the same; 0 when none
 * comes within five seconds: then the server waits for the rest.
 */
export function statusOfBeginning(baseUrl: string, beginning: string | Uint8Array): Promise<number> {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replaceAll(/[[\]]/g, '');
  const isTls = protocol === 'https:';
  const options = { host, port: Number(port || (isTls ? 443 : 80)) };
  return new Promise((resolve) => {
    const socket = isTls ? tls.connect({ ...options, servername: host }) : net.connect(options);
    const timer = setTimeout(() => end(0), 5_000);
    let received = '';
    const end = (status: number) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(status);
    };
    socket.on('error', () => end(0));
    socket.on('data', (part) => {
      received += part.toString('latin1');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
      if (status !== undefined) end(Number(status));
    });
    socket.write(beginning);
  });
}
