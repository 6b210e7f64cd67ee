import { type RefObject, useEffect, useRef, useState } from 'react';

export interface Dragging {
  /** The id of the entry that is being dragged. */
  readonly dragged: string | null;
  /** A pointer was pressed on the entry's handle. */
  begin(event: { readonly button: number; preventDefault(): void }, id: string, index: number): void;
}

/** The place in a list that a pointer at this height is over. */
function placeAt(list: HTMLElement, y: number): number {
  const boxes = [...list.children].map((child) => child.getBoundingClientRect());
  const place = boxes.findIndex(({ bottom }) => y < bottom);
  return place < 0 ? boxes.length - 1 : place;
}

/**
 * Moves entries of a list with mouse, pen or finger, at once while the pointer moves. The window listens, not the entry:
 * an entry that moves loses its pointer.
 */
export function useDragging(list: RefObject<HTMLElement | null>, put: (from: number, to: number) => void): Dragging {
  const [dragged, setDragged] = useState<string | null>(null);
  const from = useRef(0);
  const latest = useRef(put);
  useEffect(() => {
    latest.current = put;
  });
  useEffect(() => {
    if (dragged === null) return;
    const follow = (event: PointerEvent) => {
      if (!list.current) return;
      const to = placeAt(list.current, event.clientY);
      if (to === from.current) return;
      latest.current(from.current, to);
      from.current = to;
      list.current.children[to]?.scrollIntoView({ block: 'nearest' });
    };
    const stop = () => setDragged(null);
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
    return () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
    };
  }, [dragged, list]);
  return {
    dragged,
    begin(event, id, index) {
      if (event.button !== 0) return;
      event.preventDefault();
      from.current = index;
      setDragged(id);
    },
  };
}
