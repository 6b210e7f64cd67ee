/** A day in a calendar. */
export interface CalendarDay {
  /** The same whenever the file is made again, so that a calendar replaces the entry. */
  readonly uid: string;
  /** Such as 2027-05-01. */
  readonly day: string;
  readonly title: string;
  readonly text?: string;
}

const MAX_OCTETS = 75;

/** Breaks a line where it would get longer than 75 octets, never inside a character (RFC 5545, 3.1). */
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

/** A calendar of whole days as a file (RFC 5545): its entries take up no time of the day. madeAt: when the file is made. */
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
