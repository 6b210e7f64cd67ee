import { releaseOf } from '@firstyear/form-engine';
import type { Clock } from '@firstyear/ui/clock.ts';
import { storedText, type TabStorage } from '@firstyear/ui/storage.ts';
import type { AnswerStore } from '../answers/answer-store.ts';
import { createFormValues } from '../answers/form-values.ts';
import type { Go } from '../session/navigation.ts';

/** The entry of the form that the tab has left. Without our usual prefix, which would hide the prerendered page. */
export const LEFT_FORM_KEY = 'left-form';

/** Between two reloads of the same form: during a rollout the previous release's server may still respond. */
const PAUSE_MS = 60_000;

export interface NewerFormParts {
  readonly answers: Pick<AnswerStore, 'form'>;
  readonly tabStorage: TabStorage | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly navigator: { go: Go | null };
}

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

export interface LeftForm {
  readonly release: string;
  readonly at: number;
  readonly isSubmitting: boolean;
}

function readLeft(storage: TabStorage | null): LeftForm | undefined {
  try {
    const left: unknown = JSON.parse(storedText(storage, LEFT_FORM_KEY).read() ?? 'null');
    if (typeof left !== 'object' || left === null || !('release' in left && 'at' in left)) return undefined;
    const { release, at } = left;
    if (typeof release !== 'string' || typeof at !== 'number') return undefined;
    return { release, at, isSubmitting: 'isSubmitting' in left && left.isSubmitting === true };
  } catch {
    return undefined;
  }
}

const writeLeft = (storage: TabStorage | null, left: LeftForm) =>
  storedText(storage, LEFT_FORM_KEY).write(JSON.stringify(left));

/**
 * Reloads this page with the server's current form; unsaved answers wait in the tab's storage. Returns whether it does: not
 * where the browser blocks that storage, not when a reload has just brought the same form, and not while a dialog is open, which may
 * hold a typed text or photos in order.
 */
export function loadNewerForm(
  { answers, tabStorage, clock }: NewerFormParts,
  isSubmitting = false,
  tab: Pick<TabLoads, 'reload'> = THIS_TAB,
): boolean {
  if (!isSubmitting && document.querySelector('dialog[open]')) return false;
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
 * Reacts to a save that found another form on the server. The saved answers are safe, so the next page change loads the new
 * form. If nobody knows what became of some answers, reloads the page at once.
 */
export function followNewerForm(parts: NewerFormParts, refused: readonly string[], tab = THIS_TAB): void {
  const { answers, clock, navigator, tabStorage } = parts;
  const { isSealed } = createFormValues(answers.form);
  // Sealed answers are not in the tab's storage.
  if (refused.length > 0 && !refused.some(isSealed)) loadNewerForm(parts, false, tab);
  const goWithinPage = navigator.go;
  navigator.go = (to, options) => {
    const isHere = new URL(to, tab.address()).pathname === new URL(tab.address()).pathname;
    // A page load would lose the navigation's state, and an address on the same page loads nothing.
    if (isHere || Object.keys(options?.state ?? {}).length > 0) {
      goWithinPage?.(to, options);
      return;
    }
    writeLeft(tabStorage, { release: releaseOf(answers.form), at: clock.now(), isSubmitting: false });
    tab.open(to);
  };
}

/** The form that this tab has left for its current one, returned once; undefined: none. */
export function takeLeftForm(storage: TabStorage | null, release: string): LeftForm | undefined {
  const left = readLeft(storage);
  if (left === undefined || left.release === release) return undefined;
  storedText(storage, LEFT_FORM_KEY).write(null);
  return left;
}
