import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Party, runFor } from '../process/current-party.ts';
import { networkOf } from './network-address.ts';
import { type SessionReader, sessionToken } from './session.ts';

const parties = new WeakMap<FastifyRequest, Party>();

/** The party of a request: the account whose session this server has seen, otherwise the network. */
export function partyOf(request: FastifyRequest): Party {
  return parties.get(request) ?? { name: networkOf(request.ip) };
}

/** Sets the party for all work of each request; see currentParty(). */
export function registerParties(app: FastifyInstance, sessions: Pick<SessionReader, 'accountOf'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const token = sessionToken(request);
    const party = { name: (token && sessions.accountOf(token)) ?? networkOf(request.ip) };
    parties.set(request, party);
    runFor(party, done);
  });
  // After the body is read, work continues from the socket's events, which belong to no call.
  app.addHook('preHandler', (request, _reply, done) => runFor(partyOf(request), done));
}
