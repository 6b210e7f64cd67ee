/** The application that was opened last in this tab. */
let lastOpened: string | undefined;

export function noteOpened(id: string): void {
  lastOpened = id;
}

/** Moves the focus back to the row that was opened, unless something else has it. */
export function focusLastOpened(): void {
  const { activeElement } = document;
  // The heading has it where the page before took the focus with it.
  if (lastOpened === undefined || !activeElement?.matches('body, main h1')) return;
  document.querySelector<HTMLElement>(`[data-row-link="${lastOpened}"]`)?.focus();
  lastOpened = undefined;
}
