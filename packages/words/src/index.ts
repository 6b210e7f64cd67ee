export * from './area.ts';
export * from './language.ts';
