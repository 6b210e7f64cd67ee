export * from './changes.ts';
export * from './check.ts';
export * from './migrate.ts';
export * from './outline.ts';
