import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  DROPDOWN_COLLISION_PADDING_PX,
  DROPDOWN_PAGE_SIZE,
  SELECT_COLLISION_PADDING_PX,
  SELECT_TYPE_AHEAD_MS,
} from './constants.ts';
import styles from './select-list.module.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** The first active entry when the list opens. */
export type ListStart =
  | { readonly at: 'chosen' | 'first' | 'last' }
  | { readonly at: 'typed'; readonly letter: string };

export interface SelectListProps {
  readonly id: string;
  readonly select: HTMLSelectElement;
  readonly entries: readonly SelectOption[];
  readonly value: string;
  readonly start: ListStart;
  readonly onChoose: (value: string) => void;
  /** Closes with the focus back on the select. */
  readonly onClose: () => void;
  /** Closes; the focus is elsewhere already. */
  readonly onLeave: () => void;
}

/** The active entry, and what made it active. -1: none yet. */
interface Active {
  readonly at: number;
  readonly by: 'opening' | 'keys' | 'letters' | 'pointer';
}

interface EntryProps {
  readonly id: string;
  readonly at: number;
  readonly option: SelectOption;
  readonly isActive: boolean;
  readonly isChosen: boolean;
}

const Entry = memo(function Entry({ id, at, option, isActive, isChosen }: EntryProps) {
  const state = { role: 'option', 'aria-selected': isChosen, 'data-active': isActive || undefined } as const;
  return (
    <li id={id} {...state} className={styles.entry} data-at={at} data-empty={option.value === '' || undefined}>
      {option.label}
    </li>
  );
});

function entryAt(target: EventTarget): number {
  const entry = target instanceof Element ? target.closest('[data-at]') : null;
  return Number(entry?.getAttribute('data-at') ?? -1);
}

function isOutOfSight({ top, bottom }: DOMRect): boolean {
  return bottom < 0 || top > document.documentElement.clientHeight;
}

type Size = Pick<DOMRect, 'width' | 'height'>;

const GAP_PX = 4;

/**
 * Places an open list in the window: below its select, or above when there is more room. The list keeps 100 px from the
 * upper and lower edges if that leaves enough room, and always 10 px from every edge. All measures are in px.
 *
 * anchor: the edges of the select. list: its size without a limit. enough: the height from which on the wider distance is kept.
 */
export function placeList(
  anchor: Pick<DOMRect, 'top' | 'bottom' | 'left'>,
  list: Size,
  windowSize: Size,
  enough: number,
) {
  const roomAt = (padding: number) => ({
    below: windowSize.height - padding - anchor.bottom - GAP_PX,
    above: anchor.top - GAP_PX - padding,
  });
  const wide = roomAt(DROPDOWN_COLLISION_PADDING_PX);
  const hasEnough = Math.max(wide.below, wide.above) >= Math.min(list.height, enough);
  const { below, above } = hasEnough ? wide : roomAt(SELECT_COLLISION_PADDING_PX);
  const isBelow = below >= list.height || below >= above;
  const height = Math.max(0, Math.min(list.height, isBelow ? below : above));
  const farthestLeft = windowSize.width - SELECT_COLLISION_PADDING_PX - list.width;
  return {
    top: isBelow ? anchor.bottom + GAP_PX : anchor.top - GAP_PX - height,
    left: Math.max(SELECT_COLLISION_PADDING_PX, Math.min(anchor.left, farthestLeft)),
    maxHeight: height,
  };
}

/** Letters without case and marks: "cote" finds "Côte d'Ivoire". */
function foldCase(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/**
 * The index of the label that matches the typed letters, or -1. One letter, even repeated, moves on to the next label that
 * begins with it; several letters stay on a label that still matches. active: the current index; -1: none.
 */
export function findTyped(labels: readonly string[], typed: string, active: number): number {
  const letters = foldCase(typed);
  const [first = ''] = letters;
  const isOneLetter = [...letters].every((letter) => letter === first);
  const from = isOneLetter ? active + 1 : Math.max(active, 0);
  const matchAfter = (beginning: string) => {
    for (let step = 0; step < labels.length; step += 1) {
      const at = (from + step) % labels.length;
      if (foldCase(labels[at] ?? '').startsWith(beginning)) return at;
    }
    return -1;
  };
  const whole = isOneLetter && letters.length > 1 ? -1 : matchAfter(letters);
  return whole === -1 && isOneLetter ? matchAfter(first) : whole;
}

/** Keeps the list next to its select and inside the window. Closes it when the select scrolls out of sight. */
function usePlacement(list: RefObject<HTMLElement | null>, select: HTMLSelectElement, onLeave: () => void) {
  const leave = useEffectEvent(onLeave);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const place = () => {
      const anchor = select.getBoundingClientRect();
      const { clientWidth: width, clientHeight: height } = document.documentElement;
      if (isOutOfSight(anchor)) {
        leave();
        return;
      }
      const { scrollTop } = element;
      element.style.maxHeight = '';
      element.style.setProperty('--select-width', `${anchor.width}px`);
      element.style.setProperty('--room-width', `${width - 2 * SELECT_COLLISION_PADDING_PX}px`);
      const natural = { width: element.offsetWidth, height: element.offsetHeight };
      const onePage = DROPDOWN_PAGE_SIZE * (element.firstElementChild?.getBoundingClientRect().height ?? 0);
      const { top, left, maxHeight } = placeList(anchor, natural, { width, height }, onePage);
      element.style.top = `${top}px`;
      element.style.left = `${left}px`;
      element.style.maxHeight = `${maxHeight}px`;
      element.scrollTop = scrollTop;
    };
    const onScroll = (event: Event) => {
      if (event.target !== element) place();
    };
    // The page may still be scrolling to the select.
    if (isOutOfSight(select.getBoundingClientRect())) select.scrollIntoView({ block: 'center', behavior: 'instant' });
    // In the top layer, nothing clips or covers the list. Older browsers use the position from the style sheet.
    if ('showPopover' in element) element.showPopover();
    place();
    window.addEventListener('resize', place);
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [list, select]);
}

/** Letters typed one after another belong together until a second has passed. */
function useTypedLetters() {
  const letters = useRef({ typed: '', timer: 0 });
  useEffect(() => () => clearTimeout(letters.current.timer), []);
  return {
    isTyping: () => letters.current.typed !== '',
    add: (letter: string) => {
      clearTimeout(letters.current.timer);
      const typed = letters.current.typed + letter;
      const timer = window.setTimeout(() => {
        letters.current.typed = '';
      }, SELECT_TYPE_AHEAD_MS);
      letters.current = { typed, timer };
      return typed;
    },
  };
}

/**
 * The open list of a select, by the ARIA pattern of a list box that takes the focus. Arrows, Home, End, PageUp and
 * PageDown (5 entries), letters, Enter, Space, Tab and Escape; a mouse chooses with a click or by dragging onto an entry.
 */
export function SelectList({ id, select, entries, value, start, onChoose, onClose, onLeave }: SelectListProps) {
  const list = useRef<HTMLUListElement>(null);
  const typedLetters = useTypedLetters();
  const last = entries.length - 1;
  const [active, setActive] = useState<Active>(() => {
    const chosen = entries.findIndex((entry) => entry.value === value);
    return { at: start.at === 'first' ? 0 : start.at === 'last' ? last : chosen, by: 'opening' };
  });
  const latest = useRef(active);
  const mark = useCallback((next: Active) => {
    latest.current = next;
    setActive(next);
  }, []);

  const type = (letter: string) => {
    // The empty entry's words aren't an answer.
    const labels = entries.map((entry) => (entry.value === '' ? '' : entry.label));
    const found = findTyped(labels, typedLetters.add(letter), latest.current.at);
    if (found !== -1) mark({ at: found, by: 'letters' });
  };
  const choose = (at: number) => {
    const entry = entries[at];
    if (entry && entry.value !== value) onChoose(entry.value);
    onClose();
  };
  /** Leaving the list chooses an entry found by typing letters, but not an entry under the pointer. */
  const leave = () => {
    const { at, by } = latest.current;
    const entry = entries[at];
    if (by === 'letters' && entry && entry.value !== value) onChoose(entry.value);
    onLeave();
  };
  usePlacement(list, select, leave);

  const begin = useEffectEvent(() => {
    list.current?.focus({ preventScroll: true });
    document.getElementById(`${id}-${latest.current.at}`)?.scrollIntoView({ block: 'center' });
    if (start.at === 'typed') type(start.letter);
  });
  useLayoutEffect(() => begin(), []);
  useLayoutEffect(() => {
    if (active.by !== 'opening') document.getElementById(`${id}-${active.at}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event;
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const { at, by } = latest.current;
    const goTo = (to: number) => mark({ at: Math.max(0, Math.min(last, to)), by: 'keys' });
    switch (key) {
      case 'Tab':
        // The browser moves the focus on from the select.
        if (by === 'keys' || by === 'letters') choose(at);
        else onClose();
        return;
      case 'ArrowDown':
        goTo(at + 1);
        break;
      case 'ArrowUp':
        if (altKey) choose(at);
        else goTo(at - 1);
        break;
      case 'PageDown':
        goTo(at + DROPDOWN_PAGE_SIZE);
        break;
      case 'PageUp':
        goTo(at - DROPDOWN_PAGE_SIZE);
        break;
      case 'Home':
        goTo(0);
        break;
      case 'End':
        goTo(last);
        break;
      case 'Enter':
        choose(at);
        break;
      case 'Escape':
        onClose();
        break;
      case ' ':
        if (typedLetters.isTyping()) type(key);
        else choose(at);
        break;
      default:
        if (altKey || [...key].length !== 1) return;
        type(key);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const pick = ({ target }: { readonly target: EventTarget }) => {
    const at = entryAt(target);
    if (at !== -1) choose(at);
  };
  const label = select.getAttribute('aria-label') ?? select.labels[0]?.textContent;
  const box = {
    role: 'listbox',
    popover: 'manual',
    tabIndex: 0,
    'aria-label': label?.trim(),
    'aria-activedescendant': active.at === -1 ? undefined : `${id}-${active.at}`,
  } as const;
  return (
    <ul
      {...box}
      ref={list}
      id={id}
      className={styles.list}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== select) leave();
      }}
      onPointerMove={({ target, pointerType }) => {
        const at = entryAt(target);
        if (pointerType !== 'touch' && at !== -1 && at !== latest.current.at) mark({ at, by: 'pointer' });
      }}
      onMouseUp={(event) => {
        if (event.button === 0) pick(event);
      }}
      onClick={pick}
    >
      {entries.map((option, at) => (
        <Entry
          key={option.value}
          id={`${id}-${at}`}
          at={at}
          option={option}
          isActive={at === active.at}
          isChosen={option.value === value}
        />
      ))}
    </ul>
  );
}
