import { type Control, collectTakes, type Take } from '@firstyear/ui/found-input.ts';
import { flushSync } from 'react-dom';
import type { EarlyInput } from './early-input.ts';

function isControl(node: unknown): node is Control {
  return node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement;
}

const isMark = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

const controlsOf = (root: ParentNode): readonly Control[] =>
  [...root.querySelectorAll('input, textarea, select')].filter(isControl);

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some((option, position) => option.selected && position > 0);
  }
  if (isMark(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue || control.validity.badInput;
}

/** The state of a control before hydration, which may replace the control. */
interface ControlState {
  readonly id: string;
  readonly value: string;
  readonly isOn: boolean;
}

const readState = (control: Control): ControlState => ({
  id: control.id,
  value: control.value,
  isOn: isMark(control) && control.checked,
});

/** Hands the state of a control to the app, so that masks, conditions and drafts apply. */
function handOver({ id, value, isOn }: ControlState, take: Take | undefined): void {
  const control = document.getElementById(id);
  if (!isControl(control) || !take) return;
  if (isMark(control)) control.checked = isOn;
  else if (control instanceof HTMLSelectElement) {
    const label = value.toLowerCase();
    const option = [...control.options].find(
      (option) => option.value === value || option.label.toLowerCase() === label,
    );
    if (!option) return;
    control.value = option.value;
  } else if (control.value !== value) control.value = value;
  // Each answer is drawn before the next one is taken.
  flushSync(() => take(control));
  if (control !== document.activeElement) control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
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

/** Restores a focus that the app has moved, and notifies the focused control. */
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

/** The same button or link, even if the app had to redraw the page. */
function currentOf(pressed: HTMLElement, root: HTMLElement): HTMLElement | undefined {
  if (pressed.isConnected) return pressed;
  return [...root.querySelectorAll<HTMLElement>(pressed.tagName)].find(
    (item) => item.textContent === pressed.textContent,
  );
}

/**
 * Call this before the app hydrates a prerendered page, and the returned function afterwards. That one hands the input to
 * the app: first the fields that the browser filled or restored without an event, then the visitor's input in order. It keeps the
 * focus and the caret, and repeats the last press.
 */
export function beginTakeOver(root: HTMLElement, early: EarlyInput): () => void {
  const controls = controlsOf(root);
  const focusBefore = readFocus();
  const { takes, stop } = collectTakes();
  return () => {
    const typed = [...early.controls].filter(isControl);
    const silent = controls.filter((control) => !early.controls.has(control));
    const changed = [...silent, ...typed].filter(isChanged).map(readState);
    early.stop();
    const isMoved = document.activeElement === document.body || window.location.hash !== '';
    const focus = isMoved ? focusBefore : readFocus();
    for (const state of changed) handOver(state, takes.get(state.id));
    stop();
    returnFocus(focus);
    if (early.pressed) currentOf(early.pressed, root)?.click();
  };
}
