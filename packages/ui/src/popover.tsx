import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { CloseButton } from './close-button.tsx';
import { MENU_CLOSE_DELAY_MS, MENU_OPEN_DELAY_MS, MENU_SKIP_DELAY_MS } from './constants.ts';
import styles from './popover.module.css';

interface PopoverProps {
  readonly label: string;
  readonly closeLabel: string;
  /** Drawn only while open. close takes focus back to the button. */
  readonly children: (close: () => void) => ReactNode;
}

/** 'hovered' closes when the mouse leaves; 'pinned' was pressed and stays. */
type Openness = 'closed' | 'hovered' | 'pinned';

/** Opens when a mouse rests on the element, closes when it has left (delays: CONST-12). */
function useHoverIntent(root: RefObject<HTMLElement | null>, setState: (next: (now: Openness) => Openness) => void) {
  const timer = useRef<number>(undefined);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let closedAt = Number.NEGATIVE_INFINITY;
    const later = (delay: number, act: () => void) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(act, delay);
    };
    const enter = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      const isBackSoon = Date.now() - closedAt < MENU_SKIP_DELAY_MS;
      later(isBackSoon ? 0 : MENU_OPEN_DELAY_MS, () => setState((now) => (now === 'closed' ? 'hovered' : now)));
    };
    const leave = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      later(MENU_CLOSE_DELAY_MS, () => {
        closedAt = Date.now();
        setState((now) => (now === 'hovered' ? 'closed' : now));
      });
    };
    const listening = new AbortController();
    element.addEventListener('pointerenter', enter, { signal: listening.signal });
    element.addEventListener('pointerleave', leave, { signal: listening.signal });
    return () => {
      window.clearTimeout(timer.current);
      listening.abort();
    };
  }, [root, setState]);
  return () => window.clearTimeout(timer.current);
}

/** Runs close on Escape, on a press outside of the element and when focus leaves it. */
function useDismissal(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: (how: 'escape' | 'outside') => void,
) {
  const dismiss = useEffectEvent(close);
  useEffect(() => {
    const element = root.current;
    if (!element || !isOpen) return;
    const leaves = (target: EventTarget | null) => target instanceof Node && !element.contains(target);
    const onPointerDown = (event: PointerEvent) => {
      if (leaves(event.target)) dismiss('outside');
    };
    const onFocusOut = (event: FocusEvent) => {
      if (leaves(event.relatedTarget)) dismiss('outside');
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') dismiss('escape');
    };
    const listening = new AbortController();
    document.addEventListener('pointerdown', onPointerDown, { signal: listening.signal });
    document.addEventListener('keydown', onKeyDown, { signal: listening.signal });
    element.addEventListener('focusout', onFocusOut, { signal: listening.signal });
    return () => listening.abort();
  }, [root, isOpen]);
}

/**
 * A panel under its button. A press opens it; resting a mouse on it opens it too and leaving closes it again,
 * unless it was pressed. Escape, the close button, a press outside and leaving by keyboard close it.
 */
export function Popover({ label, closeLabel, children }: PopoverProps) {
  const [state, setState] = useState<Openness>('closed');
  const panelId = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const isOpen = state !== 'closed';
  const stopHoverTimer = useHoverIntent(root, setState);
  const close = () => {
    stopHoverTimer();
    setState('closed');
    trigger.current?.focus();
  };
  useDismissal(root, isOpen, (how) => (how === 'escape' ? close() : setState('closed')));

  return (
    <div ref={root} className={styles.root}>
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => {
          stopHoverTimer();
          setState(state === 'pinned' ? 'closed' : 'pinned');
        }}
      >
        {label}
        <svg className={styles.arrow} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M2 4.2l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
        </svg>
      </button>
      {isOpen && (
        <section id={panelId} aria-label={label} className={styles.panel}>
          <CloseButton label={closeLabel} className={styles.close} onClick={close} />
          {children(close)}
        </section>
      )}
    </div>
  );
}
