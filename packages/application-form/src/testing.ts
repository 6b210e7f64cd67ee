export * from './testing/sample-answers.ts';
