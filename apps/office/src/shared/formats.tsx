import { useLanguage } from '@firstyear/ui/words.ts';
import { formatDate, formatDay, formatMoment, instantIn } from '@firstyear/words/format';
import { useMe } from './queries.ts';

/** Formats numbers, and moments (ISO 8601) in the university's time zone. */
export function useFormats() {
  const language = useLanguage();
  const { time_zone: timeZone } = useMe();
  const { locale } = language;
  return {
    /** November 25, 2026 */
    date: (iso: string) => formatDate(language, timeZone, new Date(iso)),
    /** The same of a calendar day, YYYY-MM-DD; '' where there is none. */
    day: (day: string | undefined) => (day ? formatDay(language, day) : ''),
    /** Nov 25, 2026 */
    shortDate: (iso: string) => new Date(iso).toLocaleDateString(locale, { dateStyle: 'medium', timeZone }),
    /** November 25, 2026 at 3:10 PM Eastern Time */
    moment: (iso: string) => formatMoment(language, timeZone, new Date(iso)),
    /** The moment of a datetime-local input in words, or '' while it is none. */
    typedMoment: (value: string) => formatMoment(language, timeZone, instantIn(timeZone, value)),
    /** The instant of a datetime-local input, which is typed in the university's time zone. */
    typedInstant: (value: string) => instantIn(timeZone, value),
    /** 3:10 PM */
    time: (instant: Date) => instant.toLocaleTimeString(locale, { timeStyle: 'short', timeZone }),
    /** Nov 25, 2026, 3:10 PM */
    shortMoment: (iso: string) =>
      new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    number: (value: number) => value.toLocaleString(locale),
  };
}

export type Formats = ReturnType<typeof useFormats>;

/** A moment in a table. Its tooltip names the time zone. */
export function ShortMoment({ at }: { readonly at: string }) {
  const { moment, shortMoment } = useFormats();
  return (
    <time dateTime={at} title={moment(at)}>
      {shortMoment(at)}
    </time>
  );
}
