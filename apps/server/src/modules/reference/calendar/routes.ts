import { filePaths } from '@firstyear/api-contract/file-paths';
import { chosenTerm, type PartnerConfig, type Term } from '@firstyear/partner-config';
import { requireApplicant } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { readApplication } from '../../application/row/service.ts';
import { readContent } from '../../application/submission/content.ts';
import type { Module } from '../../module.ts';
import { type CalendarDay, calendarText } from './calendar-text.ts';

/** The dates of a term as entries of a calendar. host: that of the installation, as a part of their ids. */
function calendarDays(partner: PartnerConfig, term: Term, host: string): readonly CalendarDay[] {
  return term.dates.map(({ day, title, text }, index) => ({
    uid: `${partner.slug}-${term.entry_term}-${index + 1}@${host}`,
    day,
    title: `${partner.name}: ${title}`,
    ...(text === undefined ? {} : { text }),
  }));
}

/** The dates that matter to an applicant, as a file for their calendar. Bound to the owner by the session. */
export const calendarRoutes: Module = (deps) => async (app) => {
  const { config } = deps;
  app.get(filePaths.calendar, async (request, reply) => {
    const applicant = await requireApplicant(deps, request);
    const application = await readApplication(deps.db, applicant, deps.clock());
    const { partner } = applicant.served;
    const { content, form } = await readContent(deps, application);
    const term = chosenTerm(partner, form, content.answers);
    if (term === undefined || term.dates.length === 0) throw new ApiError('not_found');
    const days = calendarDays(partner, term, new URL(config.publicUrl).hostname);
    return reply
      .header('content-disposition', 'attachment; filename="dates.ics"')
      .header('cache-control', 'no-store')
      .type('text/calendar; charset=utf-8')
      .send(calendarText(days, deps.clock()));
  });
};
