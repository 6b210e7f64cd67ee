import type { Migration } from '@firstyear/form-engine';

/**
 * What releases of the form changed in meaning for every university, the oldest first (docs/form.md). One that has served is never
 * edited or removed. It may end when "release check" says so: its id stays, without changes.
 */
export const MIGRATIONS: readonly Migration[] = [];
