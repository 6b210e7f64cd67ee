import { type RawBuilder, sql } from 'kysely';

/** The first moment of a day (YYYY-MM-DD) in a time zone, or of the day so many days later. */
export const dayBegins = (day: string, daysLater: number, timeZone: string): RawBuilder<Date> =>
  sql<Date>`((${day}::date + ${sql.lit(daysLater)})::timestamp at time zone ${timeZone})`;
