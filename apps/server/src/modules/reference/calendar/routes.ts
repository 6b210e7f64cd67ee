import { filePaths } from '@firstyear/api-contract/file-paths';
import { chosenTerm } from '@firstyear/partner-config';
import { requireApplicant } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import { readApplication } from '../../application/row/application.ts';
import { readContent } from '../../application/submission/content.ts';
import type { Module } from '../../module.ts';

interface CalendarDay {
  /** Stays the same in later files, so that a calendar replaces the entry. */
  readonly uid: string;
  /** Such as 2027-05-01. */
  readonly day: string;
  readonly title: string;
  readonly text?: string;
}

const MAX_OCTETS = 75;

/** Breaks a line before it gets longer than 75 octets, but not within a character (RFC 5545, 3.1). */
function foldLine(line: string): string {
  const parts: string[] = [''];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      parts.push('');
      // The space that begins the next line counts.
      octets = 1;
    }
    parts.push(`${parts.pop() ?? ''}${character}`);
    octets += size;
  }
  return parts.join('\r\n ');
}

/** A text value (RFC 5545, 3.3.11). */
const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

const basicDay = (day: string) => day.replaceAll('-', '');
const basicInstant = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** A calendar file (RFC 5545) of whole days, which don't block time. */
export function calendarText(days: readonly CalendarDay[], madeAt: Date): string {
  const entries = days.flatMap(({ uid, day, title, text }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${basicInstant(madeAt)}`,
    `DTSTART;VALUE=DATE:${basicDay(day)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(text === undefined ? [] : [`DESCRIPTION:${escapeText(text)}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Firstyear//Dates//EN', ...entries, 'END:VCALENDAR'];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

/** The dates of an applicant's term, as a file for their calendar. The session identifies the owner. */
export const calendarRoutes: Module<{ readonly answers: AnswerReader }> = (deps) => async (app) => {
  const { config } = deps;
  app.get(filePaths.calendar, async (request, reply) => {
    const applicant = await requireApplicant(deps, request);
    const application = await readApplication(deps.db, applicant, deps.clock());
    const { partner } = applicant.served;
    const { content, form } = await readContent(deps, application);
    const term = chosenTerm(partner, form, content.answers);
    if (term === undefined || term.dates.length === 0) throw new ApiError('not_found');
    const { hostname } = new URL(config.publicUrl);
    const days = term.dates.map(({ day, title, text }, index) => ({
      uid: `${partner.slug}-${term.entry_term}-${index + 1}@${hostname}`,
      day,
      title: `${partner.name}: ${title}`,
      ...(text !== undefined && { text }),
    }));
    return reply
      .header('content-disposition', 'attachment; filename="dates.ics"')
      .header('cache-control', 'no-store')
      .type('text/calendar; charset=utf-8')
      .send(calendarText(days, deps.clock()));
  });
};
