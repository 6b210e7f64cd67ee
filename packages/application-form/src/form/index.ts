export { type AnswerKey, applicationForm, type QuestionKey } from './application.ts';
export { COUNTRIES } from './options/countries.ts';
export { optionLines } from './options/option-lines.ts';
export { CANADIAN_PROVINCES, US_STATES_AND_REGIONS } from './options/states.ts';
export type { FormPartner, PartnerOptions } from './partner.ts';
export { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from './rules.ts';
