import { type FormState, neededKeys } from '@firstyear/form-engine';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import type { AnswerStore } from './answer-store.ts';

/** The open questions of one page: required and unanswered, or with an answer that cannot be right. */
interface PageProgress {
  /** null: unknown until the saved answers are loaded. */
  readonly left: number | null;
  readonly all: number;
}

const needed = new WeakMap<FormState, ReadonlySet<string>>();

/** The questions that must be answered in the current state, which is the key of the cache. */
function neededNow(store: AnswerStore): ReadonlySet<string> {
  const state = store.getState();
  const known = needed.get(state);
  if (known !== undefined) return known;
  const found = neededKeys(store.form, state, store.moment());
  needed.set(state, found);
  return found;
}

export function pageProgress(store: AnswerStore, page: string): PageProgress {
  if (store.isPartial()) return { left: null, all: 1 };
  const isHere = (key: string) => store.form.byKey.get(key)?.page === page;
  const wrong = Object.keys(store.errors()).filter(isHere);
  const all = new Set([...[...neededNow(store)].filter(isHere), ...wrong]);
  return { left: wrong.length, all: all.size };
}

/** How many questions of a section are left; null: unknown. */
export function sectionLeft(store: AnswerStore, page: string, section: string): number | null {
  if (store.isPartial()) return null;
  return Object.keys(store.errors()).filter((key) => {
    const place = store.form.byKey.get(key);
    return place?.page === page && place.section.id === section;
  }).length;
}

/** How many questions are left, in words; '' if that is unknown (null). */
export function useLeftWords(left: number | null): string {
  const words = useWords(formPage);
  if (left === null) return '';
  return left === 0 ? words.complete : words.left({ count: left });
}
