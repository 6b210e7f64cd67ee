export * from './testing/english-form.ts';
export * from './testing/sample-answers.ts';
