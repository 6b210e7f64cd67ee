/** Moves the focus to the heading of the page: where whoever goes on by key or by ear begins, also when what was pressed is gone. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
