export { type AnswerKey, applicationDefinition, applicationForm, type QuestionKey } from './application.ts';
export { COUNTRIES, COUNTRIES_WITHOUT_USA } from './options/countries.ts';
export { LANGUAGES } from './options/languages.ts';
export {
  CANADIAN_PROVINCES,
  MILITARY_REGIONS,
  STATES_AND_PROVINCES,
  US_STATES,
  US_STATES_AND_REGIONS,
  US_TERRITORIES,
} from './options/states.ts';
export { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from './rules/email.ts';
