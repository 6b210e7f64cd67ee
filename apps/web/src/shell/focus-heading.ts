import { useWords } from '@firstyear/ui/words.ts';
import { app } from '@firstyear/words/app';
import { useEffect } from 'react';
import type { AppLocation } from '../location.tsx';
import { usePartner } from '../partner-context.tsx';

const headingOfPage = () => document.querySelector<HTMLElement>('main h1');

export function focusHeading(): void {
  headingOfPage()?.focus();
}

/** After in-app navigation, scrolls to the top and focuses the heading. After Back, the browser restores the scroll position. */
export function beginAtHeading({ isReturn }: AppLocation): void {
  if (!isReturn) window.scrollTo(0, 0);
  headingOfPage()?.focus({ preventScroll: true });
}

/** The title of the window; it begins with 'Error: ' while the page shows errors. */
export function useDocumentTitle(title: string, hasErrors = false): void {
  const { application_title, name } = usePartner();
  const words = useWords(app);
  const shown = hasErrors ? words.errorTitle({ title }) : title;
  useEffect(() => {
    document.title = `${shown} - ${application_title} - ${name}`;
  }, [shown, application_title, name]);
}
