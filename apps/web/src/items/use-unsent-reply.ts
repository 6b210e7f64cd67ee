import { storageOf, storedText } from '@firstyear/ui/storage.ts';
import { useEffect, useRef, useState } from 'react';
import { readLocation } from '../location.tsx';
import { useVisit } from '../session/hooks.ts';
import { parseNavigationState } from '../session/navigation.ts';

const storedReply = (item: string) => storedText(storageOf('sessionStorage'), `firstyear.reply ${item}`);

/** Whether something was typed for an item in this tab and not sent. */
export const hasUnsentReply = (item: string): boolean => typeof storedReply(item).read() === 'string';

/**
 * The explanation or correction that is typed for an item, in the tab's storage until it is sent. It outlives a reload and a session that has
 * ended by itself, not a logout.
 */
export function useUnsentReply(
  item: string,
): readonly [text: string | undefined, keep: (text: string | undefined) => void] {
  const visit = useVisit();
  const [text, setText] = useState(() => storedReply(item).read() ?? undefined);
  const latest = useRef(text);
  const keep = (next: string | undefined) => {
    latest.current = next;
    setText(next);
    storedReply(item).write(next ?? null);
  };
  useEffect(
    () => () => {
      if (!visit.isEnding) return;
      const hasEndedByItself = parseNavigationState(readLocation().state).ended !== undefined;
      // Once more: the response to a logout may have emptied the browser's storage.
      storedReply(item).write(hasEndedByItself ? (latest.current ?? null) : null);
    },
    [item, visit],
  );
  return [text, keep];
}
