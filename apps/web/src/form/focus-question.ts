/**
 * Moves the focus to a question's input and scrolls it into view with its label. False when it is not on the
 * screen. key: as in the address's hash.
 */
export function focusQuestion(key: string): boolean {
  const element = document.getElementById(key);
  if (!element) return false;
  element.focus({ preventScroll: true });
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const whole = element.closest('fieldset') ?? element;
  const target = whole.getBoundingClientRect().height < innerHeight ? whole : element;
  target.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' });
  return true;
}
