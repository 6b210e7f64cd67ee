import { execFile } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A certificate for localhost that nobody has signed, good for a day. Made by openssl: Node has nothing for it. */
async function makeCertificate(): Promise<{ readonly key: Buffer; readonly cert: Buffer }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-tls-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1'];
  try {
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert],
      ...names,
    ]);
    return { key: fs.readFileSync(key), cert: fs.readFileSync(cert) };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

export interface TlsProxy {
  stop(): void;
}

/** Listens on a loopback port with TLS and passes everything on, as the proxy of an installation does. */
export async function startTlsProxy(port: number, target: URL): Promise<TlsProxy> {
  const server = https.createServer(await makeCertificate(), (request, reply) => {
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
