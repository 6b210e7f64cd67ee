import type { Socket } from 'node:net';
import { isServerPath } from '@firstyear/api-contract/addresses';
import { ENGLISH } from '@firstyear/words';
import type { FastifyInstance } from 'fastify';
import { pathOf, sentPathOf } from '../log/log.ts';
import { ApiError, errorBody } from './errors.ts';

/** Responds with JSON to a request that is not HTTP (an unknown method, broken headers) and closes the connection. */
export function refuseConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorBody(new ApiError('bad_request'), ENGLISH);
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Refuses encoded letters in the address of a call: so that a proxy and this server read the same call in it. */
export function registerPlainAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    const path = pathOf(url);
    if (path !== sentPathOf(url) && isServerPath(path)) throw new ApiError('not_found');
  });
}

/** Refuses a request with two Host headers: a proxy could use one and we the other (RFC 9112, 3.2). */
export function registerSingleHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw new ApiError('bad_request');
  });
}
