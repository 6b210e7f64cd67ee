import { links } from '@firstyear/api-contract/addresses';
import { stopReminders } from '@firstyear/api-contract/application';
import { outcomes } from '@firstyear/words/outcomes';
import { route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { endReminders } from '../../application/row/application.ts';
import type { Module } from '../../module.ts';
import { isSignedStop } from './service.ts';

/** The content types that mail programs post (RFC 8058). The bodies are ignored. */
const ONE_CLICK_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** POST /public/stop-reminders; opening the address instead redirects to the page with the button. */
export const reminderRoutes: Module = (deps) => async (app) => {
  const { db, clock, config } = deps;
  app.addContentTypeParser(ONE_CLICK_TYPES, { parseAs: 'string' }, (_request, _body, done) => done(null, undefined));
  route(app, deps, stopReminders, async ({ query, request }) => {
    if (!isSignedStop(config.secret, query)) throw new ApiError('wrong_reminder_link');
    await endReminders(db, query.application, clock());
    return { message: outcomes.in(request.language).remindersStopped };
  });
  app.get(stopReminders.path, { config: { limit: 'link' } }, async (request, reply) => {
    const query = stopReminders.query.safeParse(request.query);
    if (!query.success) throw new ApiError('wrong_reminder_link');
    return reply.redirect(links.reminders(config.publicUrl, query.data), 303);
  });
};
