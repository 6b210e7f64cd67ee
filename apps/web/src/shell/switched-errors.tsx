import { storageOf, storedText } from '@firstyear/ui/storage.ts';
import { ToastRegion } from '@firstyear/ui/toast-region.tsx';
import { currentToasts, type ErrorCause, showError } from '@firstyear/ui/toast-store.ts';
import { useEffect } from 'react';
import { beforeSwitch } from '../answers/tab-storage.ts';

/** The tab's entry for error toasts while the language changes: a query of languages, each with a cause, a title and a message in lines. */
const SWITCHED_ERRORS_KEY = 'switched-errors';
const stored = () => storedText(storageOf('sessionStorage'), SWITCHED_ERRORS_KEY);

/** Causes that a reload does not resolve. A toast with an onReset is shown again by its component. */
const KEPT: readonly ErrorCause[] = ['save', 'report', 'submission'];

function keepErrors(): void {
  const kept = currentToasts().flatMap(({ kind, message, title = '', lang, onReset, causes = new Set() }) => {
    const [cause = ''] = causes;
    if (kind === 'success' || onReset || (cause !== '' && !KEPT.includes(cause))) return [];
    return [[lang ?? document.documentElement.lang, [cause, title, message].join('\n')]];
  });
  if (kept.length > 0) stored().write(`${new URLSearchParams(kept)}`);
}

/** Shows the errors that the reload interrupted, in the words that were read before. */
export function showKeptErrors(): void {
  for (const [lang, text] of new URLSearchParams(stored().read() ?? '')) {
    const [named, title = '', ...message] = text.split('\n');
    const cause = KEPT.find((cause) => cause === named);
    showError(message.join('\n'), { lang, ...(title && { title }), ...(cause && { causes: [cause] }) });
  }
  stored().write(null);
}

/** The toasts of a page whose language can change. */
export function Toasts() {
  useEffect(() => beforeSwitch(keepErrors), []);
  return <ToastRegion />;
}
