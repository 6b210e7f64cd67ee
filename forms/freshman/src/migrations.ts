import type { Migration } from '@firstyear/form-engine';

/**
 * Changes of meaning in releases of the form, for every university, oldest first (docs/form.md). A migration that has served
 * is never edited or removed.
 */
export const MIGRATIONS: readonly Migration[] = [];
