const CONTROL = ':is(input, select, textarea, button, a[href], [tabindex]):not([aria-selected=false])';

/**
 * Moves the focus to a question's input and scrolls it into view with its label; a folded section opens. False when it is not on the
 * screen, or has no control yet. key: as in the address's hash.
 */
export function focusQuestion(key: string): boolean {
  const element = document.getElementById(key);
  if (!element) return false;
  const folded = element.closest('[hidden]');
  if (folded) {
    // As a browser does that has found something inside; the section hears of it.
    folded.removeAttribute('hidden');
    folded.dispatchEvent(new Event('beforematch'));
  }
  element.focus({ preventScroll: true });
  // A group that takes no focus itself: its first control does.
  if (document.activeElement !== element) element.querySelector<HTMLElement>(CONTROL)?.focus({ preventScroll: true });
  const whole = element.closest('fieldset') ?? element;
  const target = whole.getBoundingClientRect().height < innerHeight ? whole : element;
  // At once: a page that is still on its way when a key is pressed ends somewhere else.
  target.scrollIntoView({ block: 'center' });
  return element.contains(document.activeElement);
}

/**
 * focusQuestion() as soon as the question is on the screen: its script may still be on its way. The first key or press
 * ends the waiting, so that nobody is pulled away from where they are. Returns how to stop.
 */
export function focusQuestionWhenThere(key: string): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const stop = () => waiting.abort();
  const observer = new MutationObserver(() => {
    if (focusQuestion(key)) stop();
  });
  signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  for (const name of ['keydown', 'pointerdown']) document.addEventListener(name, stop, { signal, capture: true });
  return stop;
}
