import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ENGLISH } from '@firstyear/words';
import { demonstration } from '@firstyear/words/demonstration';
import { SPANISH } from '@firstyear/words/spanish';
import type { FastifyInstance } from 'fastify';

/** Writes on every page that this is a demonstration, outside of what the apps draw. Pages are sent uncompressed then. */
export function registerDemonstration(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    delete headers['accept-encoding'];
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    if (!isPage || !(payload instanceof Readable)) return payload;
    const page = await text(payload);
    const words = demonstration.in(/<html[^>]*\blang="es"/.test(page) ? SPANISH : ENGLISH);
    const strip = `<aside class="demonstration" aria-label="${words.label}">${words.text}</aside>`;
    reply.removeHeader('content-length');
    return page.replace(/<body[^>]*>/, (start) => start + strip);
  });
}
