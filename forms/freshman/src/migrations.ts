import type { Migration } from '@firstyear/form-engine';

/**
 * Changes of meaning in releases of the form, for every university, oldest first (docs/form.md). A migration that has served
 * is never edited or removed; once "release check" allows it, it is emptied and keeps its id.
 */
export const MIGRATIONS: readonly Migration[] = [];
