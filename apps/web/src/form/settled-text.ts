import { useEffect, useState } from 'react';

/** Debounce of announcements while somebody types, in milliseconds. */
const ANNOUNCE_AFTER_MS = 1500;

/** A text for screen readers, once it has stopped changing. What is there at first is not announced. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
