import { type DateWindow, isWithin } from '@firstyear/form-engine';
import { type ReactNode, useEffect, useState } from 'react';
import { useAnswerStore } from '../answers/hooks.ts';

/** Browsers fire longer timers at once. */
const LONGEST_TIMER_MS = 2_000_000_000;

/** Content from a start on until just before an end (DATA-30); comes and goes while the page is open. */
export function DateWindowView({ item, children }: { readonly item: DateWindow; readonly children: ReactNode }) {
  const store = useAnswerStore();
  const [now, setNow] = useState(() => store.moment().now);
  useEffect(() => {
    const next = [Date.parse(item.start), Date.parse(item.end)].filter((edge) => edge > now);
    if (next.length === 0) return;
    const wait = Math.min(Math.max(0, Math.min(...next) - now), LONGEST_TIMER_MS);
    const timer = setTimeout(() => setNow(store.moment().now), wait);
    return () => clearTimeout(timer);
  }, [item, now, store]);
  return isWithin(item, now) ? children : null;
}
