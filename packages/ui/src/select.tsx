import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from 'react';
import { SELECT_TYPE_AHEAD_MS } from './constants.ts';
import { useFoundInput } from './found-input.ts';
import styles from './select.module.css';
import type { ListStart, SelectListProps, SelectOption } from './select-list.tsx';

const Options = memo(function Options({ options }: { readonly options: readonly SelectOption[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});

/**
 * The options to draw: the chosen one in the first frame, and the others right after, since two lists of countries take
 * long on a slow phone. A prerendered select has all of them from the start: otherwise hydration would undo a choice.
 */
function useDrawnOptions(id: string, options: readonly SelectOption[], value: string): readonly SelectOption[] {
  const isNew = typeof document === 'object' && !document.getElementById(id);
  return useDeferredValue(true, isNew ? false : undefined)
    ? options
    : options.filter((option) => option.value === value);
}

type List = ComponentType<SelectListProps>;
let loaded: List | 'failed' | undefined;

/** Loads the list's code once; without it the browser's own list opens. */
async function load(): Promise<List | 'failed'> {
  try {
    loaded ??= (await import('./select-list.tsx')).SelectList;
  } catch {
    loaded = 'failed';
  }
  return loaded;
}

const isFine = () => loaded !== 'failed' && matchMedia('(pointer: fine)').matches;
const prepare = () => {
  if (isFine()) void load();
};

const OPENING_KEYS = ['Enter', ' ', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'F4'];

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey;

/** Where the list starts when this key opens it; undefined: the key doesn't open it. */
function startOf(event: KeyboardEvent): ListStart | undefined {
  const { key, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return undefined;
  if (OPENING_KEYS.includes(key)) return { at: 'chosen' };
  if (key === 'Home') return { at: 'first' };
  if (key === 'End') return { at: 'last' };
  return isLetter(event) ? { at: 'typed', letter: key } : undefined;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'id' | 'value' | 'children' | 'onChange'> {
  readonly id: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  /** Words of the empty first entry, which clears the answer. */
  readonly placeholder: string;
  readonly onChoose: (value: string) => void;
}

/**
 * The browser's select, with a list of our own where there is a mouse: labels, autofill and assistive technology work with
 * the native element, phones and touch screens show their own picker (docs/decisions/0005-selects.md). A stored value that
 * is no longer offered stays visible until another is chosen.
 */
export function Select({ id, value, options, placeholder, onChoose, ...rest }: SelectProps) {
  const select = useRef<HTMLSelectElement>(null);
  const isTouched = useRef(false);
  /** When the browser last handled a letter (event time): until the list's code is loaded, it does the type-ahead. */
  const browserLetterAt = useRef(Number.NEGATIVE_INFINITY);
  const listId = useId();
  const [open, setOpen] = useState<{ readonly List: List; readonly start: ListStart }>();

  const openAt = async (start: ListStart) => {
    // Without awaiting if the code is loaded: the next key belongs to the list.
    const List = loaded ?? (await load());
    if (List !== 'failed') setOpen({ List, start });
    else select.current?.showPicker();
  };
  const close = () => {
    select.current?.focus({ preventScroll: true });
    setOpen(undefined);
  };

  useFoundInput(id, (control) => onChoose(control.value));
  const drawn = useDrawnOptions(id, options, value);
  const isOffered = value === '' || options.some((option) => option.value === value);
  const empty = rest['aria-required'] ? [] : [{ value: '', label: placeholder }];
  const notOffered = isOffered ? [] : [{ value, label: value }];
  return (
    <div className={styles.root}>
      <select
        {...rest}
        id={id}
        ref={select}
        className={styles.select}
        value={value}
        data-empty={value === '' || undefined}
        aria-expanded={open ? true : undefined}
        aria-controls={open ? listId : undefined}
        onChange={(event) => onChoose(event.currentTarget.value)}
        onFocus={prepare}
        onPointerEnter={prepare}
        onPointerDown={(event) => {
          isTouched.current = event.pointerType === 'touch';
        }}
        onMouseDown={(event) => {
          if (event.button !== 0 || isTouched.current || !isFine()) return;
          event.preventDefault();
          select.current?.focus({ preventScroll: true });
          if (open) close();
          else void openAt({ at: 'chosen' });
        }}
        onKeyDown={(event) => {
          const isNextLetter = event.timeStamp - browserLetterAt.current < SELECT_TYPE_AHEAD_MS;
          if (isLetter(event) && (isNextLetter || (!loaded && event.key !== ' '))) {
            browserLetterAt.current = event.timeStamp;
            return;
          }
          const start = isFine() ? startOf(event) : undefined;
          if (!start) return;
          event.preventDefault();
          void openAt(start);
        }}
      >
        <option value="">{placeholder}</option>
        {!isOffered && <option value={value}>{value}</option>}
        <Options options={drawn} />
      </select>
      <svg className={styles.arrow} viewBox="0 0 20 20" aria-hidden="true">
        <path d="M5 7.5l5 5 5-5" />
      </svg>
      {open && select.current && (
        <open.List
          id={listId}
          select={select.current}
          entries={[...empty, ...notOffered, ...options]}
          value={value}
          start={open.start}
          onChoose={onChoose}
          onClose={close}
          onLeave={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
