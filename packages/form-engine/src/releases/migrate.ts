import { type Answers, type AnswerValue, answerOf, descKey } from '../answers.ts';
import type { Form } from '../index-form.ts';
import { parseText } from '../kind-traits.ts';
import { choiceTraitsOf, isChoice, traitsOf } from '../kinds/index.ts';
import { fixedOptions } from '../options.ts';
import { maxStoredLengthOf } from '../parse-answers.ts';
import { clearHidden } from '../visibility.ts';
import { type Change, type Migration, migrationsAfter } from './changes.ts';

/** The time an answer was written. The server stores more with it. */
export interface Written {
  /** Milliseconds since 1970. */
  readonly edited_at: number;
}

/** All that moves with the keys of a form. */
export interface Draft<V extends Written = Written> {
  readonly answers: Answers;
  /** The latest write of each answer, by key. */
  readonly versions: Readonly<Record<string, V>>;
  readonly tabs: Readonly<Record<string, string>>;
  readonly addAnother: Readonly<Record<string, number>>;
  /** Id of the page that was open last; '' for none. */
  readonly page: string;
}

/** Why an answer is kept outside of the draft: the change that it comes from, or that the form refuses or hides it now. */
export type AtticReason = Change['change'] | 'unfit' | 'hidden';

/** Reasons by which an applicant's answer no longer counts. With the others, it has another key or value. */
export const REMOVED: readonly AtticReason[] = ['dropped', 'choice-withdrawn', 'unfit', 'hidden'];

/** An answer that a release removed from a draft. */
export interface AtticEntry<V extends Written = Written> {
  readonly migration: string;
  /** Index of the change in its migration; -1 where no change names the key. */
  readonly place: number;
  readonly key: string;
  readonly reason: AtticReason;
  /** With the label of a choice, by stored key. */
  readonly values: Answers;
  readonly version?: V | undefined;
}

/** What is known besides the answers that move. */
interface Known<V extends Written> {
  /** Oldest first. */
  readonly attic: readonly AtticEntry<V>[];
  /** Where only a save moves: the answers of the draft, in the new release. */
  readonly draft?: Answers;
}

type Place = Pick<AtticEntry, 'migration' | 'place'>;

/** The label of a choice, or of a tab. */
export function choiceLabel(form: Form, key: string, value: string): string {
  const question = form.byKey.get(key)?.question;
  const lists = question && isChoice(question) ? choiceTraitsOf(question).lists(question) : [];
  const tabs = form.tabGroups.get(key)?.tabs.map(({ id, label }) => ({ value: id, label })) ?? [];
  const options = [...lists.flatMap((list) => fixedOptions(list) ?? []), ...tabs];
  return options.find((option) => option.value === value)?.label ?? value;
}

/** Whether a form accepts a value under a key unchanged. */
function takes(form: Form, key: string, value: AnswerValue): boolean {
  const question = form.byStoredKey.get(key)?.question;
  if (!question) return false;
  const parsed = (key === question.key ? traitsOf(question).parse : parseText)(value);
  return parsed === value && (typeof value !== 'string' || value.length <= maxStoredLengthOf(question, key));
}

const renameKey = <T>(all: Readonly<Record<string, T>>, from: string, to: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key === from ? to : key, value]));

/** Brings answers to a form, change by change. */
class Move<V extends Written> {
  readonly answers: Map<string, AnswerValue>;
  readonly versions: Map<string, V>;
  readonly attic: AtticEntry<V>[] = [];
  readonly #form: Form;
  readonly #known: Known<V>;

  constructor(answers: Answers, versions: Readonly<Record<string, V>>, form: Form, known: Known<V>) {
    this.answers = new Map(Object.entries(answers));
    this.versions = new Map(Object.entries(versions));
    this.#form = form;
    this.#known = known;
  }

  /** Removes an answer with its label. */
  #take(key: string): { readonly values: Answers; readonly version: V | undefined } {
    const keys = [key, descKey(key)];
    const values = Object.fromEntries([...this.answers].filter(([stored]) => keys.includes(stored)));
    const version = this.versions.get(key);
    for (const stored of keys) this.answers.delete(stored);
    this.versions.delete(key);
    return { values, version };
  }

  #put(key: string, values: Answers, version: V | undefined): void {
    for (const [stored, value] of Object.entries(values)) this.answers.set(stored, value);
    if (version) this.versions.set(key, version);
  }

  #keep(at: Place, key: string, reason: AtticReason, { values, version }: Pick<AtticEntry<V>, 'values' | 'version'>) {
    if (Object.values(values).some((value) => value !== '')) this.attic.push({ ...at, key, reason, values, version });
  }

  /** Empties an answer, or replaces a choice. Its version stays, so that a save that was typed earlier doesn't win. */
  #replace(at: Place, key: string, reason: AtticReason, next = ''): void {
    const taken = this.#take(key);
    this.#keep(at, key, reason, taken);
    const keys = next === '' ? Object.keys(taken.values) : [key, descKey(key)];
    const words = { [key]: next, [descKey(key)]: next && choiceLabel(this.#form, key, next) };
    this.#put(key, Object.fromEntries(keys.map((stored) => [stored, answerOf(words, stored)])), taken.version);
  }

  #rename(at: Place, from: string, to: string): void {
    const { values, version } = this.#take(from);
    if (answerOf(Object.fromEntries(this.answers), to) !== '') this.#keep(at, from, 'renamed', { values, version });
    else this.#put(to, renameKey(renameKey(values, from, to), descKey(from), descKey(to)), version);
  }

  /** An old answer for a function: of what moves, of the draft around it, or what an earlier release removed. */
  #old(key: string, staysInForm: boolean): Pick<AtticEntry<V>, 'values' | 'version'> {
    const given = this.answers.get(key);
    const version = this.versions.get(key);
    const { draft, attic } = this.#known;
    if (given !== undefined && (draft || given !== '')) return { values: { [key]: given }, version };
    if (draft && staysInForm) return { values: { [key]: answerOf(draft, key) }, version };
    const removed = attic.findLast((item) => item.key === key);
    const isNewer = version && (removed?.version?.edited_at ?? 0) < version.edited_at;
    return removed && !isNewer ? removed : { values: {}, version };
  }

  #rework(at: Place, { from, into, work = (answers) => answers }: Change): void {
    if (this.#known.draft && !from.some((key) => this.answers.has(key))) return;
    const old = new Map(from.map((key) => [key, this.#old(key, into.includes(key))] as const));
    const before = Object.fromEntries([...old].map(([key, { values }]) => [key, answerOf(values, key)]));
    const isEmpty = !this.#known.draft && Object.values(before).every((value) => value === '');
    const after = isEmpty ? {} : work(before);
    const isUnfit = into.some((key) => this.#form.byKey.has(key) && !takes(this.#form, key, answerOf(after, key)));
    const versions = [...old.values()].flatMap(({ version }) => (version ? [version] : []));
    const newest = versions.toSorted((a, b) => a.edited_at - b.edited_at).at(-1);
    for (const key of from) {
      if (into.includes(key) && !isUnfit && answerOf(after, key) === before[key] && this.answers.has(key)) continue;
      const taken = this.#take(key);
      this.#keep(at, key, isUnfit ? 'unfit' : 'reworked', taken);
    }
    if (isEmpty) return;
    for (const key of into) {
      const value = isUnfit ? '' : answerOf(after, key);
      if (this.answers.get(key) === value) continue;
      const restored = old.get(key)?.values;
      this.#put(key, restored?.[key] === value ? restored : { [key]: value }, newest);
    }
  }

  make(change: Change, at: Place): void {
    const { change: kind, from, into, choices = {} } = change;
    const [key = '', to = key] = [...from, ...into];
    const value = this.answers.get(key);
    if (kind === 'reworked') this.#rework(at, change);
    else if (kind === 'dropped') this.#keep(at, key, kind, this.#take(key));
    else if (kind === 'renamed' && value !== undefined) this.#rename(at, key, to);
    else if (typeof value === 'string' && Object.hasOwn(choices, value)) this.#replace(at, key, kind, choices[value]);
  }

  /** Keeps what the form no longer accepts. Of a save, unknown keys stay, to be refused by name. */
  keepUnfit(at: Place): void {
    for (const [key, value] of [...this.answers]) {
      const question = this.#form.byStoredKey.get(key)?.question;
      if (value === '' || takes(this.#form, key, value)) continue;
      const own = question?.key ?? key;
      if (question && this.#known.draft) this.#replace(at, own, 'unfit');
      else if (!this.#known.draft) this.#keep(at, own, 'unfit', this.#take(own));
    }
  }

  keepHidden(at: Place): void {
    for (const key of Object.keys(clearHidden(this.#form, Object.fromEntries(this.answers))))
      this.#keep(at, key, 'hidden', this.#take(key));
  }
}

/** Answers in another release, with what was removed on the way. */
interface Moved<V extends Written> {
  readonly attic: readonly AtticEntry<V>[];
}

function makeChanges<V extends Written>(move: Move<V>, migrations: readonly Migration[]): Place {
  for (const { id: migration, changes } of migrations)
    for (const [place, change] of changes.entries()) move.make(change, { migration, place });
  return { migration: migrations.at(-1)?.id ?? '', place: -1 };
}

/** Tabs, numbers of components and the last page under their new names. */
function movePlaces(
  { tabs, addAnother, page }: Pick<Draft, 'tabs' | 'addAnother' | 'page'>,
  changes: readonly Change[],
): Pick<Draft, 'tabs' | 'addAnother' | 'page'> {
  for (const { change, from, into, choices = {} } of changes) {
    const [key = '', to = key] = [...from, ...into];
    const open = tabs[key] ?? '';
    if (change === 'renamed') {
      tabs = renameKey(tabs, key, to);
      addAnother = renameKey(addAnother, key, to);
      page = page === key ? to : page;
    }
    if (change === 'choice-replaced' && Object.hasOwn(choices, open)) tabs = { ...tabs, [key]: choices[open] ?? open };
  }
  return { tabs, addAnother, page };
}

/** Brings a draft from a release with some migrations to a form. from: their ids. attic: what was removed before, oldest first. */
export function migrateDraft<V extends Written>(
  draft: Draft<V>,
  attic: readonly AtticEntry<V>[],
  from: readonly string[],
  form: Form,
): Moved<V> & { readonly draft: Draft<V> } {
  const migrations = migrationsAfter(from, form.migrations);
  if (migrations.length === 0) return { draft, attic: [] };
  const move = new Move(draft.answers, draft.versions, form, { attic });
  const last = makeChanges(move, migrations);
  move.keepUnfit(last);
  move.keepHidden(last);
  const places = movePlaces(
    draft,
    migrations.flatMap(({ changes }) => changes),
  );
  const [answers, versions] = [Object.fromEntries(move.answers), Object.fromEntries(move.versions)];
  return { draft: { answers, versions, ...places }, attic: move.attic };
}

/** Brings answers of a save, all written at once, to the form of the draft that they belong to. */
export function migrateSave<V extends Written>(
  answers: Answers,
  version: V,
  known: Required<Known<V>>,
  from: readonly string[],
  form: Form,
): Moved<V> & { readonly answers: Answers } {
  const migrations = migrationsAfter(from, form.migrations);
  const versions = Object.fromEntries(Object.keys(answers).map((key) => [key, version]));
  const move = new Move(answers, versions, form, known);
  move.keepUnfit(makeChanges(move, migrations));
  return { answers: Object.fromEntries(move.answers), attic: move.attic };
}

/** The keys of renamed document questions: old to new. */
export function documentMoves(from: readonly string[], form: Form): ReadonlyMap<string, string> {
  const moves = new Map<string, string>();
  for (const change of migrationsAfter(from, form.migrations).flatMap(({ changes }) => changes)) {
    const [key = '', to = key] = [...change.from, ...change.into];
    if (change.change === 'renamed') moves.set([...moves].find((move) => move[1] === key)?.[0] ?? key, to);
  }
  return moves;
}
