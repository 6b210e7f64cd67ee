import type { LookupItem } from '@firstyear/api-contract/lookup';
import { LOOKUP_RESULTS } from '@firstyear/api-contract/lookup-limits';
import { type AnswerValue, isAnswered, type QuestionOf } from '@firstyear/form-engine';
import { browserClock } from '@firstyear/ui/clock.ts';
import type { FieldAria } from '@firstyear/ui/field.tsx';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { lookup } from '@firstyear/words/lookup';
import { useCombobox } from 'downshift';
import { Fragment, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { AnswerStore } from '../answers/answer-store.ts';
import { type TypedLine, useAnswerStore } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { answersOf, blockOf, dropFilled, fillBlock, storeLabel, typeLabel } from './fill-block.ts';
import styles from './lookup-combobox.module.css';
import { createSuggester, type Suggester } from './suggester.ts';

/** An entry of the list: a suggestion, or the option to continue without one. */
type Entry = { readonly kind: 'found'; readonly item: LookupItem } | { readonly kind: 'cannot-find' };

export interface LookupComboboxProps {
  readonly question: QuestionOf<'lookup'>;
  readonly aria: FieldAria;
  readonly line: TypedLine;
  /** The caret of the plain input that this one replaces; null when it had no focus. */
  readonly caret: readonly [start: number, end: number] | null;
  /** Whether text was typed into the plain input, so that its suggestions are due. */
  readonly wasTyped: boolean;
}

interface TextPart {
  readonly start: number;
  readonly text: string;
  readonly isMatch: boolean;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** A suggestion's text in parts: the typed beginnings of words, and the rest. */
export function markParts(text: string, typed: string): readonly TextPart[] {
  const beginnings = plain(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  let start = 0;
  const add = (piece: string, isMatch: boolean) => {
    const last = parts.at(-1);
    if (piece === '') return;
    if (last?.isMatch === isMatch) parts.splice(-1, 1, { ...last, text: last.text + piece });
    else parts.push({ start, text: piece, isMatch });
    start += piece.length;
  };
  for (const piece of text.split(/([\p{L}\p{N}\p{M}'’]+)/u)) {
    // Letter by letter, so that an accent does not shift the match.
    const letters = [...piece];
    const found = beginnings.find((word) => plain(piece).startsWith(word));
    let count = 0;
    while (
      found !== undefined &&
      count < letters.length &&
      plain(letters.slice(0, count).join('')).length < found.length
    )
      count += 1;
    add(letters.slice(0, count).join(''), true);
    add(letters.slice(count).join(''), false);
  }
  return parts;
}

/** A suggestion's text with the typed beginnings in bold. */
function Marked({ text, typed }: { readonly text: string; readonly typed: string }) {
  return markParts(text, typed).map((part) =>
    part.isMatch ? <mark key={part.start}>{part.text}</mark> : <Fragment key={part.start}>{part.text}</Fragment>,
  );
}

/** A line of text with suggestions, by the ARIA pattern of a combobox. Whatever is typed stays an answer. */
export function LookupCombobox({ question, aria, line, caret, wasTyped }: LookupComboboxProps) {
  const words = useWords(lookup);
  const store = useAnswerStore();
  const { key, category } = question;
  const { value, note, leave } = line;
  const input = useRef<HTMLInputElement>(null);
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [announced, setAnnounced] = useState('');
  /** Counts choices and hand-typed changes: a detail that arrives after a later one is ignored. */
  const turn = useRef(0);
  const suggester = useRef<Suggester>(undefined);
  const menuId = useId();

  suggester.current ??= createSuggester<LookupItem>({
    find: (text) => request('lookupText', { query: { category, text, max_results: String(LOOKUP_RESULTS) } }),
    show: (items, how) => {
      const found = items.slice(0, LOOKUP_RESULTS).map((item): Entry => ({ kind: 'found', item }));
      const cannotFind: readonly Entry[] = category === 'address' || how !== 'found' ? [] : [{ kind: 'cannot-find' }];
      setEntries([...found, ...cannotFind]);
      const { found: some, none } = words[category];
      if (how !== 'found') setAnnounced('');
      else setAnnounced(found.length === 0 ? none : some({ count: found.length }));
    },
    after: browserClock.after,
  });
  useEffect(() => () => suggester.current?.stop(), []);
  const typedBefore = useRef(wasTyped && caret !== null ? value : null);
  useEffect(() => {
    if (typedBefore.current !== null) suggester.current?.type(typedBefore.current);
    typedBefore.current = null;
  }, []);
  useEffect(() => recallFilled(store, question), [store, question]);
  useLayoutEffect(() => {
    if (caret === null) return;
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(...caret);
  }, [caret]);

  const close = () => {
    suggester.current?.stop();
    setEntries([]);
    setAnnounced('');
  };

  const typeByHand = (text: string) => {
    turn.current += 1;
    note(text);
    typeLabel(store, question, text);
    // Autofill needs no suggestions.
    if (document.activeElement === input.current) suggester.current?.type(text);
  };

  const choose = async (entry: Entry) => {
    turn.current += 1;
    const thisTurn = turn.current;
    close();
    if (entry.kind === 'cannot-find') {
      const next = question.fills.address_line_1;
      if (next !== undefined) document.getElementById(next)?.focus();
      return;
    }
    // A place is no address line: the typed text stays until the record names the street.
    if (category !== 'address') storeLabel(store, question, entry.item.text);
    const whenChosen = blockOf(store, question);
    try {
      const record = await request('lookupDetail', { query: { category, id: entry.item.id } });
      if (thisTurn !== turn.current) return;
      fillBlock(store, question, record, whenChosen);
      setAnnounced(words.filled);
    } catch {
      if (thisTurn !== turn.current) return;
      // The label is kept (API-35); the applicant types the rest.
      storeLabel(store, question, entry.item.text);
      dropFilled(store, question);
    }
  };

  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Entry>({
    items: [...entries],
    initialIsOpen: wasTyped && caret !== null,
    inputValue: value,
    selectedItem: null,
    inputId: key,
    menuId,
    itemToString: (entry) => (entry?.kind === 'found' ? entry.item.text : ''),
    stateReducer: (_state, { type, changes }) =>
      // Leaving the field chooses nothing.
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: null, isOpen: false } : changes,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) void choose(selectedItem);
    },
    onIsOpenChange: ({ isOpen: opens }) => {
      if (!opens) setAnnounced('');
    },
  });
  const isShown = isOpen && entries.length > 0;

  return (
    <div className={styles.root}>
      <TextInput
        {...getInputProps({
          ...aria,
          ref: input,
          name: key,
          type: 'text',
          autoComplete: question.autocomplete ?? 'off',
          onChange: (event) => typeByHand(event.currentTarget.value),
          onBlur: leave,
        })}
        aria-expanded={isShown}
        aria-labelledby={undefined}
      />
      <ul
        {...getMenuProps({ 'aria-label': words[category].list, 'aria-labelledby': undefined })}
        className={styles.list}
        hidden={!isShown}
      >
        {isShown &&
          entries.map((entry, index) => (
            <li
              key={entry.kind === 'found' ? entry.item.id : entry.kind}
              {...getItemProps({ item: entry, index })}
              className={[styles.item, entry.kind === 'cannot-find' && index > 0 && styles.apart]
                .filter(Boolean)
                .join(' ')}
              data-highlighted={highlightedIndex === index || undefined}
            >
              {entry.kind === 'found' ? (
                <>
                  <span>
                    <Marked text={entry.item.text} typed={value} />
                  </span>
                  <span className={`quiet ${styles.sub}`}>{entry.item.sub_text}</span>
                </>
              ) : (
                category !== 'address' && (
                  <>
                    <span>{words[category].cannotFind}</span>
                    <span className={`quiet ${styles.sub}`}>{words.cannotFindHint}</span>
                  </>
                )
              )}
            </li>
          ))}
      </ul>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  );
}

/**
 * Finds out which saved answers came with a suggestion before this page was loaded, from the record of the saved name in the
 * city of the block. Makes no call where there are none. Returns a stop function.
 */
function recallFilled(store: AnswerStore, question: QuestionOf<'lookup'>): () => void {
  const { key, category, fills } = question;
  const { name: _, ...others } = fills;
  const name = String(store.inputValue(key));
  const hasMore = Object.values(others).some((other) => isAnswered(store.inputValue(other)));
  const isKnown = () => Object.keys(store.undo.filledWith(key)).length > 0;
  let isOver = false;
  const recall = async () => {
    const block = blockOf(store, question);
    const items = await request('lookupText', { query: { category, text: name, max_results: String(LOOKUP_RESULTS) } });
    for (const { id } of items.filter((item) => item.text === name)) {
      const record = answersOf(store, question, await request('lookupDetail', { query: { category, id } }));
      const isCity = fills.city === undefined || record[fills.city] === block.get(fills.city);
      if (isOver || isKnown()) return;
      if (!isCity) continue;
      const same = Object.entries(record).filter(([field, value]: [string, AnswerValue]) => block.get(field) === value);
      store.undo.noteFilledWith(key, { ...Object.fromEntries(same), [key]: name });
      // The name may have changed meanwhile.
      dropFilled(store, question);
      return;
    }
  };
  if (category !== 'address' && name !== '' && hasMore && !isKnown()) {
    recall().catch(() => {
      // Nobody knows which answers were typed: all of them stay.
    });
  }
  return () => {
    isOver = true;
  };
}
