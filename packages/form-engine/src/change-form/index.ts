export { changeForm } from './change-form.ts';
export * from './changes.ts';
