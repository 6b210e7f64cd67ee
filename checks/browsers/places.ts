import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import type { Run } from '../support/command.ts';
import type { Mailbox } from '../support/mailbox.ts';
import { makeCertificate } from '../support/processes.ts';
import { startWhole } from '../support/product.ts';

export const SCHEMES = ['http', 'https'] as const;
type Scheme = (typeof SCHEMES)[number];

/** A product that was started for the walk. */
export interface Place {
  readonly scheme: Scheme;
  readonly origin: string;
  readonly mailbox: Mailbox;
}

/** Listens on a loopback port with TLS and forwards every request, as the proxy of an installation does. */
async function startTlsProxy(run: Run, port: number, target: URL): Promise<void> {
  const { key, certificate } = makeCertificate(run.folder);
  const credentials = { key: fs.readFileSync(key), cert: fs.readFileSync(certificate) };
  const server = https.createServer(credentials, (request, reply) => {
    const { method, url: path, headers: own } = request;
    const headers = { ...own, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' };
    const forwarded = http.request({ host: target.hostname, port: target.port, method, path, headers });
    forwarded.on('response', (response) => {
      reply.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(reply);
    });
    forwarded.on('error', () => reply.destroy());
    request.pipe(forwarded);
    reply.on('close', () => forwarded.destroy());
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  run.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
}

/** Starts the product, with a TLS proxy before it for https. */
export async function startPlace(run: Run, scheme: Scheme): Promise<Place> {
  if (scheme === 'http') {
    const { url, mailbox } = await startWhole(run);
    return { scheme, origin: url, mailbox };
  }
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const { url, mailbox } = await startWhole(run, { env: { PUBLIC_URL: origin, TRUSTED_PROXY: '127.0.0.1,::1' } });
  await startTlsProxy(run, port, new URL(url));
  return { scheme, origin, mailbox };
}
