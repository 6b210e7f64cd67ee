export { ValidationSummary } from '../form/validation-summary.tsx';
export { FirstOpenQuestion } from './first-open-question.tsx';
