import { useEffect, useState } from 'react';

/** Debounce of announcements while somebody types, in milliseconds. */
const ANNOUNCE_AFTER_MS = 1500;

/** A text for screen readers, once it has stopped changing; nothing before that. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
