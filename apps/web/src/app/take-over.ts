import type { EarlyInput } from './early-input.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isControl(node: unknown): node is Control {
  return node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement;
}

const isMark = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

const controlsOf = (root: ParentNode): readonly Control[] =>
  [...root.querySelectorAll('input, textarea, select')].filter(isControl);

/** Whether it holds something else than the page of the build gave it. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some((option, position) => option.selected && position > 0);
  }
  if (isMark(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue || control.validity.badInput;
}

/** What a control held when the app arrived. The control itself may be another one by then. */
interface Held {
  readonly id: string;
  readonly value: string;
  readonly isOn: boolean;
}

const held = (control: Control): Held => ({
  id: control.id,
  value: control.value,
  isOn: isMark(control) && control.checked,
});

/**
 * React rewrites the value attribute of each input that it takes over, by which a browser empties a date that is begun
 * but not whole. Keeps it from those; returns how to let it again.
 */
function keepBegunDates(controls: readonly Control[]): () => void {
  const begun = controls.filter(({ validity }) => validity.badInput);
  for (const date of begun)
    Object.defineProperty(date, 'defaultValue', { configurable: true, get: () => '', set: () => {} });
  return () => {
    for (const date of begun) Reflect.deleteProperty(date, 'defaultValue');
  };
}

/** React drops an input event of a control that still holds what React has seen: it shall have seen nothing here. */
function forgetSeenValue(control: Control): void {
  const tracker: unknown = Reflect.get(control, '_valueTracker');
  if (typeof tracker !== 'object' || tracker === null) return;
  const setValue: unknown = Reflect.get(tracker, 'setValue');
  if (typeof setValue === 'function') Reflect.apply(setValue, tracker, ['']);
}

/** Gives a control what it held as if it came now, so that it goes the way of everything typed: masks, conditions, drafts. */
function giveAgain({ id, value, isOn }: Held): void {
  const control = document.getElementById(id);
  if (!isControl(control)) return;
  const hasFocus = control === document.activeElement;
  if (isMark(control)) {
    control.checked = !isOn;
    control.click();
    return;
  }
  if (control instanceof HTMLSelectElement) {
    const wanted = value.toLowerCase();
    const option = [...control.options].find(
      (option) => option.value === value || option.label.toLowerCase() === wanted,
    );
    if (!option) return;
    control.value = option.value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    if (control.value !== value) control.value = value;
    forgetSeenValue(control);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (!hasFocus) control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

interface Focus {
  readonly id: string;
  readonly selection: readonly [number, number] | null;
}

function readFocus(): Focus | null {
  const { activeElement } = document;
  if (activeElement === null || activeElement.id === '') return null;
  if (!isControl(activeElement) || activeElement instanceof HTMLSelectElement) {
    return { id: activeElement.id, selection: null };
  }
  const { selectionStart, selectionEnd } = activeElement;
  return { id: activeElement.id, selection: selectionStart === null ? null : [selectionStart, selectionEnd ?? 0] };
}

/** Brings the focus back where the app has moved it, and lets the control that has it know of it. */
function returnFocus(before: Focus | null): void {
  const element = before && document.getElementById(before.id);
  if (!before || !element) return;
  if (document.activeElement === element) {
    element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    return;
  }
  element.focus({ preventScroll: true });
  if (before.selection && isControl(element) && !(element instanceof HTMLSelectElement)) {
    element.setSelectionRange(...before.selection);
  }
}

/** The same button or link, also where the app had to redraw the page. */
function standing(pressed: HTMLElement, root: HTMLElement): HTMLElement | undefined {
  if (pressed.isConnected) return pressed;
  return [...root.querySelectorAll<HTMLElement>(pressed.tagName)].find(
    (item) => item.textContent === pressed.textContent,
  );
}

/**
 * Begins before the app takes over a page of the build; what it returns ends it once the app stands: what was typed,
 * chosen, filled in by the browser or restored by it becomes an answer, first what came without an event, then what the
 * visitor did, in that order; the focus and the caret stay; and what was pressed last is carried out.
 */
export function beginTakeOver(root: HTMLElement, early: EarlyInput): () => void {
  const controls = controlsOf(root);
  const focusBefore = readFocus();
  const letGo = keepBegunDates(controls);
  return () => {
    letGo();
    const typed = [...early.controls].filter(isControl);
    const silent = controls.filter((control) => !early.controls.has(control));
    const changed = [...silent, ...typed].filter(isChanged).map(held);
    early.stop();
    const isMoved = document.activeElement === document.body || window.location.hash !== '';
    const focus = isMoved ? focusBefore : readFocus();
    for (const field of changed) giveAgain(field);
    returnFocus(focus);
    if (early.pressed) standing(early.pressed, root)?.click();
  };
}
