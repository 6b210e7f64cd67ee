import { once } from 'node:events';
import { connect } from 'node:net';
import { login } from '@firstyear/api-contract/identity';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { testApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';

test('a stopping server still serves requests on open connections, and then closes them', async () => {
  const server = await testApp();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = z.object({ port: z.number() }).parse(server.app.server.address());
  const lock = await server.database.pool.connect();
  await lock.query('begin; lock table account in access exclusive mode');
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (part) => {
    received += part.toString();
  });
  const arrived = once(server.app.server, 'request');
  const body = JSON.stringify({ username: 'eve@mail.example', password: 'Violet-Lantern-42' });
  const head = `POST ${login.path} HTTP/1.1\r\nHost: localhost:3000\r\nOrigin: http://localhost:3000\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await arrived;
  const closing = server.stop();
  await eventually(() => expect(server.app.server.listening).toBe(false));
  const next = once(server.app.server, 'request');
  socket.write('GET /livez HTTP/1.1\r\nHost: localhost:3000\r\n\r\n');
  await next;
  await lock.query('rollback');
  lock.release();
  await once(socket, 'close');
  expect(received.match(/HTTP\/1.1 \d+|connection: [\w-]+/gi)).toEqual([
    'HTTP/1.1 400',
    'Connection: keep-alive',
    'HTTP/1.1 200',
    'Connection: close',
  ]);
  await closing;
});
