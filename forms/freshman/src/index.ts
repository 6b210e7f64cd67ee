export { type AnswerKey, freshmanForm, type QuestionKey } from './application.ts';
export { type FreshmanPartner, freshmanProblems } from './partner.ts';
export { type FreshmanWords, freshmanWords } from './words.ts';
