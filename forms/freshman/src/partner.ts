import type { FileQuestion, Option } from '@firstyear/form-engine';

/** The partner's choice lists, by the key of their question. */
export interface PartnerOptions {
  readonly housing_plans: readonly Option[];
  readonly applied_major: readonly Option[];
  readonly enroll_type: readonly Option[];
  readonly entry_term: readonly Option[];
  readonly gender: readonly Option[];
  readonly gender_iden: readonly Option[];
  readonly marital_status: readonly Option[];
  readonly citizenship_type: readonly Option[];
  readonly citizenship_visa_status: readonly Option[];
  readonly ethnicity: readonly Option[];
  readonly religious_affiliation: readonly Option[];
  readonly parent_communication_preference: readonly Option[];
  readonly parent_relationship: readonly Option[];
  readonly gpa_scale: readonly Option[];
}

export interface FreshmanPartner {
  readonly name: string;
  /** Characters of the text about a conviction. */
  readonly character_limit: number;
  readonly act_code: string;
  readonly sat_code: string;
  readonly test_board_urls: { readonly act: string; readonly sat: string; readonly toefl: string };
  readonly minimum_age: number;
  readonly maximum_age: number;
  /** Lengths of lists of years; past_graduation is how many of the graduation years are in the past. */
  readonly year_counts: { readonly graduation: number; readonly past_graduation: number; readonly test: number };
  readonly texts: {
    readonly sms_opt_in: string;
    readonly labor_program: string;
    readonly housing_plans: string;
    /** Begins with the certification sentence of VAL-37. */
    readonly certification: string;
  };
  readonly options: PartnerOptions;
  /** The partner's document questions (AMB-095). */
  readonly documents: { readonly transcript: FileQuestion<'transcript'> };
}

/** Choices that conditions of the form compare with: every partner has to offer them. */
const NEEDED_CHOICES: readonly (readonly [list: keyof PartnerOptions, values: readonly string[]])[] = [
  ['gpa_scale', ['other']],
  ['religious_affiliation', ['other']],
  ['citizenship_type', ['us_citizen', 'dual_citizen', 'permanent_resident', 'refugee_asylee', 'other_country']],
];

function neededChoiceProblems(options: PartnerOptions): readonly string[] {
  return NEEDED_CHOICES.flatMap(([list, values]) =>
    values
      .filter((value) => !options[list].some((option) => option.value === value))
      .map((value) => `options.${list} must offer '${value}'.`),
  );
}

const CERTIFICATION = 'I hereby certify that all information provided in my application is accurate and complete';

/** The problems of a university's configuration of the form, in words for its author. */
export function freshmanProblems(partner: FreshmanPartner): readonly string[] {
  const problems: string[] = [];
  if (!Number.isInteger(partner.character_limit) || partner.character_limit < 1) {
    problems.push('character_limit must be a whole number above 0.');
  }
  if (!partner.texts.certification.startsWith(CERTIFICATION)) {
    problems.push(`texts.certification must begin with '${CERTIFICATION}'.`);
  }
  if (!(partner.minimum_age > 0 && partner.minimum_age < partner.maximum_age)) {
    problems.push('minimum_age must be above 0 and below maximum_age.');
  }
  for (const [key, count] of Object.entries(partner.year_counts)) {
    if (!Number.isInteger(count) || count < 0) problems.push(`year_counts.${key} must be a whole number.`);
  }
  if (partner.year_counts.graduation <= partner.year_counts.past_graduation || partner.year_counts.test < 1) {
    problems.push('year_counts must leave a year to graduate in and a year to take a test in.');
  }
  for (const [key, options] of Object.entries(partner.options)) {
    if (options.length === 0) problems.push(`options.${key} offers no choice.`);
  }
  problems.push(...neededChoiceProblems(partner.options));
  return problems;
}
