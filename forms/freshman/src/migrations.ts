import type { Migration } from '@firstyear/form-engine';

/**
 * What releases of the form changed in meaning for every university, the oldest first (docs/form.md). One that has served is never
 * edited, and is removed only when "release check" says that no draft is older.
 */
export const MIGRATIONS: readonly Migration[] = [];
