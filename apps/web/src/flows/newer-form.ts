import { releaseOf } from '@firstyear/form-engine';
import type { Clock } from '@firstyear/ui/clock.ts';
import type { AnswerStore } from '../answers/answer-store.ts';
import { createFormValues } from '../answers/form-values.ts';
import { askStorage, type TabStorage } from '../answers/tab-storage.ts';
import type { Go } from '../session/go.ts';

/**
 * Where the tab keeps which form it was reloaded for. Not named as what the app keeps, which would hide the page of the build
 * that comes then.
 */
export const LEFT_FORM_KEY = 'left-form';

/** A tab doesn't load the same form again and again: during a rollout the previous release's server may still respond. */
const PAUSE_MS = 60_000;

export interface NewerFormParts {
  readonly answers: Pick<AnswerStore, 'form'>;
  readonly tabStorage: TabStorage | null;
  readonly clock: Pick<Clock, 'now'>;
  /** Where flows navigate. */
  readonly navigator: { go: Go | null };
}

/** What loads a page in this tab. */
export interface TabLoads {
  readonly reload: () => void;
  readonly open: (address: string) => void;
  readonly address: () => string;
}
const THIS_TAB: TabLoads = {
  reload: () => window.location.reload(),
  open: (address) => window.location.assign(address),
  address: () => window.location.href,
};

/** Which form a tab has left. */
export interface LeftForm {
  readonly release: string;
  readonly at: number;
  /** Whether it was left in the middle of a submission. */
  readonly isSubmitting: boolean;
}

function readLeft(storage: TabStorage | null): LeftForm | undefined {
  try {
    const left: unknown = JSON.parse(askStorage(storage, (from) => from.getItem(LEFT_FORM_KEY)) ?? 'null');
    if (typeof left !== 'object' || left === null || !('release' in left && 'at' in left)) return undefined;
    const { release, at } = left;
    if (typeof release !== 'string' || typeof at !== 'number') return undefined;
    return { release, at, isSubmitting: 'isSubmitting' in left && left.isSubmitting === true };
  } catch {
    return undefined;
  }
}

function writeLeft(storage: TabStorage | null, item: LeftForm): void {
  askStorage(storage, (to) => to.setItem(LEFT_FORM_KEY, JSON.stringify(item)));
}

/**
 * Reloads this page, with the form that serves now: answers that are not saved yet wait in the tab's storage. Returns whether
 * it does: not where the browser blocks that storage, and not again when a reload has just brought the same form.
 */
export function loadNewerForm(
  { answers, tabStorage, clock }: NewerFormParts,
  isSubmitting = false,
  tab: Pick<TabLoads, 'reload'> = THIS_TAB,
): boolean {
  const release = releaseOf(answers.form);
  const left = readLeft(tabStorage);
  if (left?.release === release && clock.now() - left.at < PAUSE_MS) return false;
  const item: LeftForm = { release, at: clock.now(), isSubmitting };
  writeLeft(tabStorage, item);
  if (readLeft(tabStorage)?.at !== item.at) return false;
  tab.reload();
  return true;
}

/**
 * Does what there is to do once a save says that the form of this page is not the one that serves. What was saved is saved: the
 * next change of page loads the new form. Where nobody could say what became of some answers, the page is loaded at once.
 */
export function followNewerForm(parts: NewerFormParts, refused: readonly string[], tab = THIS_TAB): void {
  const { answers, clock, navigator, tabStorage } = parts;
  const { isSealed } = createFormValues(answers.form);
  // Sealed answers are not in the tab's storage.
  if (refused.length > 0 && !refused.some(isSealed)) loadNewerForm(parts, false, tab);
  const within = navigator.go;
  navigator.go = (to, options) => {
    const isHere = new URL(to, tab.address()).pathname === new URL(tab.address()).pathname;
    // What a navigation carries would not arrive, and an address on the same page loads nothing.
    if (isHere || Object.keys(options?.state ?? {}).length > 0) {
      within?.(to, options);
      return;
    }
    writeLeft(tabStorage, { release: releaseOf(answers.form), at: clock.now(), isSubmitting: false });
    tab.open(to);
  };
}

/** The form that this tab has left for the one that it has now, told once; undefined: it has left none. */
export function takeLeftForm(storage: TabStorage | null, release: string): LeftForm | undefined {
  const left = readLeft(storage);
  if (left === undefined || left.release === release) return undefined;
  askStorage(storage, (from) => from.removeItem(LEFT_FORM_KEY));
  return left;
}
