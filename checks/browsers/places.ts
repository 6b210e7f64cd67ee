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

/** The product that was started for the walk. */
export interface Place {
  readonly scheme: Scheme;
  readonly origin: string;
  readonly mailbox: Mailbox;
}

/** Starts a proxy on a loopback port that ends TLS and forwards every request, like the proxy of an installation. */
async function startTlsProxy(run: Run, port: number, target: URL): Promise<void> {
  const { key, certificate } = makeCertificate(run.folder);
  const credentials = { key: fs.readFileSync(key), cert: fs.readFileSync(certificate) };
  const server = https.createServer(credentials, (request, response) => {
    const { method, url: path } = request;
    const headers = { ...request.headers, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' };
    const forwarded = http.request({ host: target.hostname, port: target.port, method, path, headers });
    forwarded.on('response', (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
    response.on('close', () => forwarded.destroy());
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  run.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
}

/** Starts the product, behind a TLS proxy for https. */
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
