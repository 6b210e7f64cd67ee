/** The application that was opened last in this tab. */
let lastOpened: string | undefined;

export function noteOpened(id: string): void {
  lastOpened = id;
}

/** Back in the list, the keyboard goes on at the row that was opened, unless something else has the focus. */
export function focusLastOpened(): void {
  if (lastOpened === undefined || document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`[data-row-link="${lastOpened}"]`)?.focus();
  lastOpened = undefined;
}
