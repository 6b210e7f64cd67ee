/** The id of the search box, which / focuses. */
export const SEARCH_ID = 'office-search';

/** The application that was opened last in this tab. */
let lastOpened: string | undefined;

export function noteOpened(id: string): void {
  lastOpened = id;
}

/** Focuses the row of the application that was opened last, unless something else has the focus. */
export function focusLastOpened(): void {
  const { activeElement } = document;
  // The router may have moved the focus to the heading already.
  if (lastOpened === undefined || !activeElement?.matches('body, main h1')) return;
  document.querySelector<HTMLElement>(`[data-row-link="${lastOpened}"]`)?.focus();
  lastOpened = undefined;
}
