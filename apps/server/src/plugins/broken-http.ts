import type { Socket } from 'node:net';
import { API_ERRORS } from '@firstyear/api-contract';

const BODY = JSON.stringify({ message: API_ERRORS.bad_request[1], code: 'bad_request' });

/** Responds to what is not HTTP at all (a made-up method, broken headers) with JSON too, and hangs up. */
export function refuseConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(BODY)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${BODY}`);
}
