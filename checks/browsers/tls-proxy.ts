import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { makeCertificate } from '../support/certificate.ts';
import { withFolder } from '../support/processes.ts';

export interface TlsProxy {
  stop(): void;
}

/** Listens on a loopback port with TLS and passes everything on, as the proxy of an installation does. */
export async function startTlsProxy(port: number, target: URL): Promise<TlsProxy> {
  const credentials = await withFolder(async (folder) => {
    const { key, certificate } = makeCertificate(folder);
    return { key: fs.readFileSync(key), cert: fs.readFileSync(certificate) };
  });
  const server = https.createServer(credentials, (request, reply) => {
    const { method, url: requested, headers } = request;
    const passed = http.request({
      host: target.hostname,
      port: target.port,
      method,
      path: requested,
      headers: { ...headers, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' },
    });
    passed.on('response', (response) => {
      reply.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    request.pipe(passed);
    reply.on('close', () => passed.destroy());
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
