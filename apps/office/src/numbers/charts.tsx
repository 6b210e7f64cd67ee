import type { ResponseOf } from '@firstyear/api-contract/call';
import type { numbers } from '@firstyear/api-contract/desk';
import hidden from '@firstyear/ui/visually-hidden.module.css';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { formatDay } from '@firstyear/words/format';
import { officeNumbers } from '@firstyear/words/office-numbers';
import { useId } from 'react';
import styles from './numbers.module.css';

interface BarsProps {
  readonly title: string;
  readonly hint?: string;
  readonly rows: readonly { readonly name: string; readonly count: number }[];
}

/** A table whose numbers are drawn as bars beside them. */
export function Bars({ title, hint, rows }: BarsProps) {
  const words = useWords(officeNumbers);
  const { locale } = useLanguage();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section className={styles.chart} aria-label={title}>
      <table>
        <caption>{title}</caption>
        <thead className={hidden.hidden}>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.count}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td>
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(100 * count) / most} height="10" />
                </svg>
                <span>{count.toLocaleString(locale)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p>{words.none}</p>}
      {hint && <p className={`quiet ${styles.hint}`}>{hint}</p>}
    </section>
  );
}

type Day = ResponseOf<typeof numbers>['by_day'][number];

interface DayChartProps {
  readonly title: string;
  readonly days: readonly Day[];
}

const WIDTH = 600;
const HEIGHT = 120;
const LINES = ['started', 'submitted'] as const;
type Line = (typeof LINES)[number];
/** Up to this many days, each has a point. */
const MOST_POINTS = 31;
/** The chart covers at least this many days. */
const FEWEST_DAYS = 14;
const DAY_MS = 86_400_000;

/** Every day up to the last; days without applications count 0. */
function withoutGaps(days: readonly Day[]): readonly Day[] {
  if (days.length === 0) return [];
  const instants = days.map(({ day }) => Date.parse(day));
  const last = Math.max(...instants);
  const begin = Math.min(...instants, last - (FEWEST_DAYS - 1) * DAY_MS);
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: (last - begin) / DAY_MS + 1 }, (_, index) => {
    const day = new Date(begin + index * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, started: 0, submitted: 0, complete: 0 };
  });
}

/** Applications started and submitted by day: two lines, and the same as a table, with those that were complete. */
export function DayChart({ title, days }: DayChartProps) {
  const words = useWords(officeNumbers);
  const language = useLanguage();
  const id = useId();
  const most = Math.max(1, ...days.flatMap(({ started, submitted }) => [started, submitted]));
  const drawn = withoutGaps(days);
  const [first, last] = [drawn.at(0), drawn.at(-1)];
  const step = WIDTH / (drawn.length - 1);
  const pointsOf = (line: Line) =>
    drawn.map((day, position) => ({ day: day.day, x: position * step, y: HEIGHT - (HEIGHT * day[line]) / most }));
  return (
    <section className={styles.chart} data-wide aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {first && last ? (
        <>
          <svg
            className={styles.days}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={words.chart({
              title,
              first: formatDay(language, first.day),
              last: formatDay(language, last.day),
              most: most.toLocaleString(language.locale),
            })}
          >
            <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
            {LINES.map((line) => (
              <g key={line}>
                <polyline
                  data-line={line}
                  points={pointsOf(line)
                    .map(({ x, y }) => `${x},${y}`)
                    .join(' ')}
                />
                {drawn.length <= MOST_POINTS &&
                  pointsOf(line).map(({ day, x, y }) => <path key={day} data-line={line} d={`M${x} ${y}h0`} />)}
              </g>
            ))}
          </svg>
          <p className={styles.axis} aria-hidden="true">
            <span>{formatDay(language, first.day)}</span> <span>{formatDay(language, last.day)}</span>
          </p>
          <p className={`row ${styles.legend}`}>
            <span data-line="started">{words.started}</span> <span data-line="submitted">{words.submitted}</span>
            <small>{words.most({ most: most.toLocaleString(language.locale) })}</small>
          </p>
          <details>
            <summary>{words.table}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.day}</th>
                  <th scope="col">{words.started}</th>
                  <th scope="col">{words.submitted}</th>
                  <th scope="col">{words.complete}</th>
                </tr>
              </thead>
              <tbody>
                {days.toReversed().map(({ day, started, submitted, complete }) => (
                  <tr key={day}>
                    <th scope="row">{formatDay(language, day)}</th>
                    <td>{started.toLocaleString(language.locale)}</td>
                    <td>{submitted.toLocaleString(language.locale)}</td>
                    <td>{complete.toLocaleString(language.locale)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      ) : (
        <p>{words.none}</p>
      )}
    </section>
  );
}
