import { type Answers, type AnswerValue, answerOf } from '../answers.ts';

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

/** Why an answer was set aside. */
export const ATTIC_REASONS = [
  'renamed',
  'split',
  'joined',
  'choice-replaced',
  'choice-withdrawn',
  'dropped',
  /** The question no longer accepts it. */
  'unfit',
  /** A condition hides the question now. */
  'hidden',
  /** Only a newer release has the question. */
  'ahead',
] as const;
export type AtticReason = (typeof ATTIC_REASONS)[number];

/** An answer that a migration removed, kept until the migration is undone. */
export interface AtticEntry<V extends Written = Written> {
  readonly migration: string;
  /** Index of the change in its migration; -1 where no change names the key. */
  readonly place: number;
  readonly key: string;
  readonly reason: AtticReason;
  /** The removed values, by stored key. */
  readonly values: Answers;
  readonly versions: Readonly<Record<string, V>>;
  /** The values that replaced them: where those have changed since, they are newer. */
  readonly became: Answers;
}

/** A draft that is being migrated, with the answers set aside. */
export interface WorkingDraft<V extends Written> {
  readonly answers: Map<string, AnswerValue>;
  readonly versions: Map<string, V>;
  tabs: Readonly<Record<string, string>>;
  addAnother: Readonly<Record<string, number>>;
  page: string;
  readonly attic: AtticEntry<V>[];
  /** Whether it is only a part of a draft, where a missing answer is unknown and not empty. */
  readonly isPart: boolean;
  /** Set once a change lacked some of the answers that it needs. */
  lacksAnswers: boolean;
}

export const workOn = <V extends Written>(
  draft: Draft<V>,
  attic: readonly AtticEntry<V>[],
  isPart: boolean,
): WorkingDraft<V> => ({
  ...draft,
  answers: new Map(Object.entries(draft.answers)),
  versions: new Map(Object.entries(draft.versions)),
  attic: [...attic],
  isPart,
  lacksAnswers: false,
});

export const draftOf = <V extends Written>(working: WorkingDraft<V>): Draft<V> => ({
  answers: Object.fromEntries(working.answers),
  versions: Object.fromEntries(working.versions),
  tabs: working.tabs,
  addAnother: working.addAnother,
  page: working.page,
});

/** Takes keys out of the draft; returns their values. */
export function take<V extends Written>(
  working: WorkingDraft<V>,
  keys: readonly string[],
): { readonly values: Answers; readonly versions: Readonly<Record<string, V>> } {
  const values: [string, AnswerValue][] = [];
  const versions: [string, V][] = [];
  for (const key of keys) {
    const [value, version] = [working.answers.get(key), working.versions.get(key)];
    if (value !== undefined) values.push([key, value]);
    if (version !== undefined) versions.push([key, version]);
    working.answers.delete(key);
    working.versions.delete(key);
  }
  return { values: Object.fromEntries(values), versions: Object.fromEntries(versions) };
}

export function put<V extends Written>(
  working: WorkingDraft<V>,
  { values, versions }: { readonly values: Answers; readonly versions: Readonly<Record<string, V>> },
): void {
  for (const [key, value] of Object.entries(values)) working.answers.set(key, value);
  for (const [key, version] of Object.entries(versions)) working.versions.set(key, version);
}

export const hasValue = (values: Answers): boolean => Object.values(values).some((value) => value !== '');

export const textAt = <V extends Written>(working: WorkingDraft<V>, key: string): string => {
  const value = working.answers.get(key);
  return typeof value === 'string' ? value : '';
};

/** Whether these answers are unchanged. */
export const isUnchanged = <V extends Written>(working: WorkingDraft<V>, became: Answers): boolean =>
  Object.keys(became).every((key) => (working.answers.get(key) ?? '') === answerOf(became, key));

export const newestOf = <V extends Written>(versions: readonly V[]): V | undefined =>
  versions.reduce<V | undefined>(
    (newest, version) => (newest && newest.edited_at >= version.edited_at ? newest : version),
    undefined,
  );
