import { type DateWindow, isWithin, type Moment } from '@firstyear/form-engine';
import { type ReactNode, useEffect, useState } from 'react';

/** Browsers fire longer timers immediately. */
const LONGEST_TIMER_MS = 2_000_000_000;

interface DateWindowProps {
  readonly item: DateWindow;
  readonly moment: () => Moment;
  readonly children: ReactNode;
}

/** Shows its content from start (inclusive) to end (exclusive), and updates while the page is open (DATA-30). */
export function DateWindowView({ item, moment, children }: DateWindowProps) {
  const [now, setNow] = useState(() => moment().now);
  useEffect(() => {
    const next = [Date.parse(item.start), Date.parse(item.end)].filter((edge) => edge > now);
    if (next.length === 0) return;
    const wait = Math.min(Math.max(0, Math.min(...next) - now), LONGEST_TIMER_MS);
    const timer = setTimeout(() => setNow(moment().now), wait);
    return () => clearTimeout(timer);
  }, [item, now, moment]);
  return isWithin(item, now) ? children : null;
}
