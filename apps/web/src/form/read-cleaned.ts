import { cleanAnswer, type Question } from '@firstyear/form-engine';

/** The value of a control, cleaned by the rules of its question. The control shows it at once, with the caret where it was. */
export function readCleaned(question: Question, control: HTMLInputElement | HTMLTextAreaElement): string {
  const clean = (text: string) => String(cleanAnswer(question, text));
  const cleaned = clean(control.value);
  if (cleaned === control.value) return cleaned;
  const { selectionStart } = control;
  const caret = selectionStart === null ? null : clean(control.value.slice(0, selectionStart)).length;
  // When React then finds the value it wants, it leaves the caret alone.
  control.value = cleaned;
  if (caret !== null) control.setSelectionRange(caret, caret);
  return cleaned;
}
