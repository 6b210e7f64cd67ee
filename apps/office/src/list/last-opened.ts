/** The application that was opened last in this tab. */
let lastOpened: string | undefined;

export function noteOpened(id: string): void {
  lastOpened = id;
}

/** Moves the focus back to the row that was opened, unless something else has it. */
export function focusLastOpened(): void {
  if (lastOpened === undefined || document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`[data-row-link="${lastOpened}"]`)?.focus();
  lastOpened = undefined;
}
