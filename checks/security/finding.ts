import net from 'node:net';
import tls from 'node:tls';

/** A missing defense; the message says what the product did instead. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

export function insist(condition: boolean, finding: string): asserts condition {
  if (!condition) throw new Finding(finding);
}

/** Insists on a status. The finding begins with the subject. */
export function insistStatus({ status }: { readonly status: number }, expected: number, subject: string): void {
  insist(status === expected, `${subject} gets ${status}`);
}

type Statuses = Readonly<Record<string, { readonly status: number }>>;

/** Insists that all attempts were refused: with a status from 400 to 499, or with this one. */
export function insistRefused(attempts: Statuses, expected?: number): void {
  for (const [name, { status }] of Object.entries(attempts)) {
    const isRefused = expected === undefined ? status >= 400 && status < 500 : status === expected;
    insist(isRefused, `${name} gets ${status}`);
  }
}

/**
 * Sends only the beginning of a request; returns the status of an early response, or 0 if the server waits five seconds for the
 * rest.
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
