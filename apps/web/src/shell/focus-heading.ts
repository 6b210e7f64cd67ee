import type { AppLocation } from '../location.tsx';

const headingOfPage = () => document.querySelector<HTMLElement>('main h1');

/** Moves the focus to the heading of the page: where whoever goes on by key or by ear begins, also when what was pressed is gone. */
export function focusHeading(): void {
  headingOfPage()?.focus();
}

/** Starts a page at its top with focus on its heading after in-app navigation. After Back, the browser restores the position. */
export function beginAtHeading({ isReturn }: AppLocation): void {
  if (!isReturn) window.scrollTo(0, 0);
  headingOfPage()?.focus({ preventScroll: true });
}
