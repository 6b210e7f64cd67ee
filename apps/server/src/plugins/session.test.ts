import { once } from 'node:events';
import { connect } from 'node:net';
import cookies from '@fastify/cookie';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { newToken } from '../crypto/tokens.ts';
import { findSession, type Session } from './session.ts';

test("the caller's network is known even if the caller disconnects before the session is found", async () => {
  const session = { sessionId: 'session', accountId: 'account', username: 'ada@mail.example' };
  const found = Promise.withResolvers<Session | undefined>();
  const app = Fastify();
  await app.register(cookies);
  app.get('/', (request, reply) => {
    const find = async () => {
      const left = once(request.raw.socket, 'close');
      caller.destroy();
      await left;
      return session;
    };
    found.resolve(findSession({ find, accountOf: () => undefined }, request));
    reply.hijack();
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const caller = connect(Number(port), '127.0.0.1');
  caller.write(`GET / HTTP/1.1\r\nhost: localhost\r\ncookie: ${SESSION_COOKIE}=${newToken()}\r\n\r\n`);
  expect(await found.promise).toEqual({ ...session, network: '127.0.0.1' });
  await app.close();
});
