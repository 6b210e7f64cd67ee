import type { AppLocation } from '../location.tsx';

const headingOfPage = () => document.querySelector<HTMLElement>('main h1');

/** Moves the focus to the heading of the page: where whoever goes on by key or by ear begins, also when what was pressed is gone. */
export function focusHeading(): void {
  headingOfPage()?.focus();
}

/** Begins a page that is gone to at its top, with the focus on its heading. Of one that is gone back to the browser knows the place. */
export function beginAtHeading({ isReturn }: AppLocation): void {
  if (!isReturn) window.scrollTo(0, 0);
  headingOfPage()?.focus({ preventScroll: true });
}
