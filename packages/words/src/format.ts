import type { Language } from './language.ts';

type Reader = Pick<Language, 'locale'>;

/** The day of an instant in a time zone (IANA), such as November 21, 2026. */
export function formatDate({ locale }: Reader, timeZone: string, instant: Date): string {
  return instant.toLocaleDateString(locale, { dateStyle: 'long', timeZone });
}

/** A calendar day such as 2027-05-01 in words: May 1, 2027. */
export function formatDay(reader: Reader, day: string): string {
  return formatDate(reader, 'UTC', new Date(day));
}

/**
 * The day, time and zone of an instant: March 1, 2027 at 11:59 PM Eastern Time. Used for all deadlines and submissions,
 * because applicants live in other zones. Empty for an invalid date.
 */
export function formatMoment({ locale }: Reader, timeZone: string, instant: Date): string {
  if (Number.isNaN(instant.getTime())) return '';
  const time = instant.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(instant);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // Intl's name, which nobody says.
  return `${time} ${zone.replace('hora oriental', 'hora del Este')}`.trim();
}

/** The instant at which clocks in a time zone show a local time, such as 2027-03-01T23:59. An invalid date for an empty text. */
export function instantIn(timeZone: string, local: string): Date {
  const asUtc = Date.parse(`${local}Z`);
  // What the zone's clocks show at a guess tells how far off it is; twice, since its offset may change in between.
  let guess = asUtc;
  for (let round = 0; round < 2 && Number.isFinite(guess); round += 1) {
    // Not padded for the years before 1000, which a year passes through while it is typed.
    const shown = new Date(guess).toLocaleString('sv-SE', { timeZone }).padStart('0002-03-01 23:59:00'.length, '0');
    guess += asUtc - Date.parse(`${shown.replace(' ', 'T')}Z`);
  }
  return new Date(guess);
}

/** The time of day of an instant where the reader is, such as 3:20 PM. */
export function formatTime({ locale }: Reader, instant: Date): string {
  // Some browsers use a narrow space, which screen readers and copies garble.
  return instant.toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' ');
}
