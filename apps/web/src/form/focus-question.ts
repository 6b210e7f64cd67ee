const CONTROL = ':is(input, select, textarea, button, a[href], [tabindex]):not([aria-selected=false])';

/**
 * Focuses a question's input and scrolls it into view with its label; opens the section and the group that are folded. Returns false when it is not on
 * the page, or has no control yet. key: as in the address's hash.
 */
export function focusQuestion(key: string): boolean {
  const element = document.getElementById(key);
  if (!element) return false;
  for (let folded = element.closest('[hidden]'); folded; folded = element.closest('[hidden]')) {
    // As a browser's page search does; FoldedItems listens for this event.
    folded.removeAttribute('hidden');
    folded.dispatchEvent(new Event('beforematch'));
  }
  element.focus({ preventScroll: true });
  // A group that can't take the focus: focuses its first control.
  if (document.activeElement !== element) element.querySelector<HTMLElement>(CONTROL)?.focus({ preventScroll: true });
  const whole = element.closest('fieldset') ?? element;
  const target = whole.getBoundingClientRect().height < innerHeight ? whole : element;
  // Without an animation, which a key press would interrupt.
  target.scrollIntoView({ block: 'center' });
  return element.contains(document.activeElement);
}

/**
 * Calls focusQuestion() once the question is on the page: its script may still be loading. Stops at the first key or press,
 * so that nobody loses their place. Returns a stop function.
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
