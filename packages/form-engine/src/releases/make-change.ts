import { type Answers, descKey } from '../answers.ts';
import type { Form } from '../index-form.ts';
import { choiceTraitsOf, isChoice } from '../kinds/index.ts';
import { fixedOptions } from '../options.ts';
import { type Change, WAYS_TO_SPLIT, withDesc } from './changes.ts';
import { type AtticReason, hasValue, newestOf, put, take, textAt, type WorkingDraft, type Written } from './draft.ts';

/** The position of a change. */
export interface Place {
  readonly migration: string;
  readonly place: number;
}

type Taken<V extends Written> = ReturnType<typeof take<V>>;

/** Keeps removed answers, unless all are empty. */
export function setAside<V extends Written>(
  working: WorkingDraft<V>,
  at: Place,
  key: string,
  reason: AtticReason,
  taken: Taken<V>,
  became: Answers = {},
): void {
  if (hasValue(taken.values)) working.attic.push({ ...at, key, reason, ...taken, became });
}

/** The label of a choice in the current form; the value itself where it has none. */
function labelIn(form: Form, key: string, value: string): string {
  const question = form.byKey.get(key)?.question;
  const lists = question && isChoice(question) ? choiceTraitsOf(question).lists(question) : [];
  const options = lists.flatMap((list) => fixedOptions(list) ?? []);
  return options.find((option) => option.value === value)?.label ?? value;
}

/** Renames a key; the value under the old name wins. */
function renameKey<T>(all: Readonly<Record<string, T>>, from: string, to: string): Readonly<Record<string, T>> {
  if (from === to || !Object.hasOwn(all, from)) return all;
  const others = Object.entries(all).filter(([key]) => key !== from);
  const moved = Object.entries(all).filter(([key]) => key === from);
  // A value under the new name comes from a page of the other release, and counts less.
  return Object.fromEntries([...others, ...moved.map(([, value]) => [to, value] as const)]);
}

/** Moves an answer; where the new key has one already, the old one is set aside. */
function move<V extends Written>(working: WorkingDraft<V>, at: Place, from: string, to: string): void {
  const { values, versions } = take(working, withDesc(from));
  if (textAt(working, to) !== '') {
    setAside(working, at, from, 'renamed', { values, versions });
    return;
  }
  const rename = <T>(all: Readonly<Record<string, T>>) =>
    renameKey(renameKey(all, from, to), descKey(from), descKey(to));
  put(working, { values: rename(values), versions: rename(versions) });
}

/** Whether a part of a draft has some of these keys and lacks others. */
const lacksSome = <V extends Written>(working: WorkingDraft<V>, keys: readonly string[]): boolean =>
  working.isPart && keys.some((key) => working.answers.has(key)) && !keys.every((key) => working.answers.has(key));

/** Stores texts under keys, with the newest version of their sources. */
function putTexts<V extends Written>(
  working: WorkingDraft<V>,
  keys: readonly string[],
  texts: readonly string[],
  from: Taken<V>,
) {
  const values = Object.fromEntries(keys.map((key, place) => [key, texts[place] ?? '']));
  const version = newestOf(Object.values(from.versions));
  put(working, { values, versions: version ? Object.fromEntries(keys.map((key) => [key, version])) : {} });
  return values;
}

/** Applies one change. */
export function makeChange<V extends Written>(working: WorkingDraft<V>, change: Change, at: Place, form: Form): void {
  switch (change.change) {
    case 'renamed':
      move(working, at, change.from, change.to);
      return;
    case 'split': {
      if (!working.answers.has(change.from)) return;
      const text = textAt(working, change.from);
      const taken = take(working, withDesc(change.from));
      const texts = WAYS_TO_SPLIT[change.way].split(text, change.into.length);
      setAside(working, at, change.from, 'split', taken, putTexts(working, change.into, texts, taken));
      return;
    }
    case 'joined': {
      if (lacksSome(working, change.from)) working.lacksAnswers = true;
      if (!change.from.some((key) => working.answers.has(key))) return;
      const texts = change.from.map((key) => textAt(working, key));
      const taken = take(working, change.from.flatMap(withDesc));
      const whole = [WAYS_TO_SPLIT[change.way].join(texts)];
      setAside(working, at, change.into, 'joined', taken, putTexts(working, [change.into], whole, taken));
      return;
    }
    case 'choice-replaced': {
      const value = textAt(working, change.key);
      const next = Object.hasOwn(change.choices, value) ? change.choices[value] : undefined;
      if (next === undefined) return;
      const { values, versions } = take(working, withDesc(change.key));
      const became = { [change.key]: next, [descKey(change.key)]: labelIn(form, change.key, next) };
      put(working, { values: became, versions });
      setAside(working, at, change.key, 'choice-replaced', { values, versions }, became);
      return;
    }
    case 'choice-withdrawn': {
      if (!change.choices.includes(textAt(working, change.key))) return;
      const { values, versions } = take(working, withDesc(change.key));
      // The version stays, so that a late save of the older release doesn't win.
      put(working, { values: { [change.key]: '', [descKey(change.key)]: '' }, versions });
      setAside(working, at, change.key, 'choice-withdrawn', { values, versions });
      return;
    }
    case 'dropped':
      setAside(working, at, change.key, 'dropped', take(working, withDesc(change.key)));
      return;
    case 'known':
      return;
    case 'tabs-renamed': {
      const open = working.tabs[change.from];
      const tab = open !== undefined && Object.hasOwn(change.tabs, open) ? change.tabs[open] : open;
      if (tab !== undefined) working.tabs = renameKey({ ...working.tabs, [change.from]: tab }, change.from, change.to);
      return;
    }
    case 'repeater-renamed':
      working.addAnother = renameKey(working.addAnother, change.from, change.to);
      return;
    case 'page-renamed':
      if (working.page === change.from) working.page = change.to;
  }
}

const invert = (choices: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(choices).map(([before, after]) => [after, before]));

/** Undoes a change where nothing was set aside, or the outcome has changed since. */
export function undoChange<V extends Written>(working: WorkingDraft<V>, change: Change, at: Place, form: Form): void {
  switch (change.change) {
    case 'renamed':
      move(working, at, change.to, change.from);
      return;
    case 'split': {
      if (lacksSome(working, change.into) || !change.into.some((key) => working.answers.has(key))) return;
      const texts = change.into.map((key) => textAt(working, key));
      const taken = take(working, change.into.flatMap(withDesc));
      putTexts(working, [change.from], [WAYS_TO_SPLIT[change.way].join(texts)], taken);
      return;
    }
    case 'joined': {
      if (!working.answers.has(change.into)) return;
      const text = textAt(working, change.into);
      const taken = take(working, withDesc(change.into));
      putTexts(working, change.from, WAYS_TO_SPLIT[change.way].split(text, change.from.length), taken);
      return;
    }
    case 'choice-replaced': {
      const value = textAt(working, change.key);
      const back = invert(change.choices);
      const before = Object.hasOwn(back, value) ? back[value] : undefined;
      if (before === undefined) return;
      working.answers.set(change.key, before);
      working.answers.set(descKey(change.key), labelIn(form, change.key, before));
      return;
    }
    case 'tabs-renamed':
      makeChange(working, { ...change, from: change.to, to: change.from, tabs: invert(change.tabs) }, at, form);
      return;
    case 'repeater-renamed':
    case 'page-renamed':
      makeChange(working, { ...change, from: change.to, to: change.from }, at, form);
      return;
    case 'choice-withdrawn':
    case 'dropped':
    case 'known':
  }
}
