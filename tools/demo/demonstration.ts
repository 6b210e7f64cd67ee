import { once } from 'node:events';
import http from 'node:http';
import * as desk from '@firstyear/api-contract/desk';
import type { Config } from '../../apps/server/src/config/config.ts';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { portOf } from '../../checks/support/http.ts';
import { outboxOf } from '../../checks/support/mailbox.ts';
import { PASSWORD } from '../../checks/support/person.ts';
import { addColleagues, type Colleague, sessionOf } from './colleagues.ts';
import { readState, writeState } from './mark.ts';
import { PEOPLE } from './people.ts';
import { addressOf, applyAll, handle, idsByAddress } from './season.ts';

/** Fills the installation with invented people, unless that is done. */
async function fill(config: Config, stopSignal: AbortSignal): Promise<readonly Colleague[]> {
  const { publicUrl: url, dataDir, partner } = config;
  const made = readState(dataDir).colleagues;
  if (made !== undefined) return made;
  console.log(`Making a demonstration of ${PEOPLE.length} invented applications…`);
  const { form } = await loadPartner({ environment: 'development', partner });
  const place = { url, mailbox: outboxOf(dataDir) };
  const [colleagues] = await Promise.all([addColleagues(url, dataDir), applyAll(place, form, PEOPLE, stopSignal)]);
  const [director, clerk, reader] = await Promise.all(colleagues.map((one) => sessionOf(url, one)));
  if (!director || !clerk || !reader) throw new Error('A colleague is missing.');
  const calls = { clerk: clerk.call, reader: reader.call };
  const ids = await idsByAddress(director.call);
  for (const [number, applicant] of PEOPLE.entries()) {
    stopSignal.throwIfAborted();
    const id = ids.get(addressOf(applicant, number));
    if (id === undefined) throw new Error(`${applicant.family} is not in the list.`);
    await handle(applicant, id, url, director.call, calls);
  }
  writeState(dataDir, { colleagues: [...colleagues] });
  return colleagues;
}

/** Serves a link for each colleague, which signs a browser of this computer in. Its port differs; cookies ignore ports. */
async function serveLinks(url: string, colleagues: readonly Colleague[]): Promise<string> {
  const server = http.createServer((request, response) => {
    const colleague = colleagues.find(({ role }) => request.url === `/${role}`);
    if (!colleague) {
      response.writeHead(404).end();
      return;
    }
    sessionOf(url, colleague).then(
      ({ cookies }) =>
        response.writeHead(302, { location: desk.officeLinks.home(url), 'set-cookie': [...cookies] }).end(),
      (error: unknown) => response.writeHead(503, { 'content-type': 'text/plain' }).end(String(error)),
    );
  });
  await once(server.listen(0, 'localhost'), 'listening');
  server.unref();
  return `http://localhost:${portOf(server)}`;
}

/** Fills the demonstration unless that is done, and returns how to get in. */
export async function openDemonstration(config: Config, stopSignal: AbortSignal): Promise<string> {
  const colleagues = await fill(config, stopSignal);
  const [applicant] = PEOPLE.map(addressOf).filter((address) => address.startsWith('omar.halfway'));
  const links = await serveLinks(config.publicUrl, colleagues);
  return [
    'in this demonstration, these sign you in at once:',
    ...colleagues.map(({ role }) => `    ${links}/${role}`),
    `  Applicant ${config.publicUrl}/login: ${applicant}, ${PASSWORD}`,
  ].join('\n');
}
