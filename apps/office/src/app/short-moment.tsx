import { useLanguage } from '@firstyear/ui/words.ts';
import { formatMoment } from '@firstyear/words/format';
import { useMe } from './queries.ts';

/** A moment in a table, such as Nov 25, 2026, 3:10 PM in the university's zone; pointing at it names the zone. */
export function ShortMoment({ at }: { readonly at: string }) {
  const language = useLanguage();
  const { time_zone: timeZone } = useMe();
  const moment = new Date(at);
  const { locale } = language;
  return (
    <time dateTime={at} title={formatMoment(language, timeZone, moment)}>
      {moment.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
    </time>
  );
}
