import { EMPTY_STATE, visibleFields } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { describe, expect, test } from 'vitest';
import type { QuestionKey } from './application.ts';

const MOMENT = { now: Date.parse('2026-11-20T12:00:00Z'), today: '2026-11-20' };
const form = englishForm(definition);
const isVisible = (key: QuestionKey, answers: Record<string, string>) =>
  visibleFields(form, { ...EMPTY_STATE, answers }, MOMENT).some((field) => field.question.key === key);
const ADDRESS = ['address_line_1', 'address_line_2', 'city', 'state', 'zip', 'country'] as const;
const address = <const P extends string>(prefix: P) => ADDRESS.map((part) => `${prefix}${part}` as const);

/** The question that decides, answers that show, answers that hide, and what is shown. */
const CONDITIONS: readonly (readonly [QuestionKey, readonly string[], readonly string[], readonly QuestionKey[]])[] = [
  ['mailing_addr_same_as_perm_addr', ['no'], ['', 'yes'], address('permanent_')],
  ['parent_addr_same_as_stu_perm', ['no'], ['', 'yes'], address('parent_')],
  ['parent_2_addr_same_as_stu_perm', ['no'], ['', 'yes'], address('parent_2_')],
  ['guardian_addr_same_as_stu_perm', ['no'], ['', 'yes'], address('guardian_')],
  [
    'citizenship_type',
    ['permanent_resident', 'refugee_asylee'],
    ['', 'us_citizen', 'dual_citizen', 'other_country'],
    ['alien_registration_number'],
  ],
  [
    'citizenship_type',
    ['dual_citizen', 'permanent_resident', 'refugee_asylee', 'other_country'],
    ['', 'us_citizen'],
    ['citizenship'],
  ],
  ['citizenship_type', ['other_country'], ['', 'us_citizen', 'permanent_resident'], ['citizenship_visa_status']],
  ['citizenship_type', ['us_citizen', 'dual_citizen', 'permanent_resident'], ['', 'other_country'], ['legal_state']],
  ['frequent_language', ['other'], ['', 'en'], ['frequent_language_specify']],
  ['religious_affiliation', ['other'], ['', 'none'], ['religious_affiliation_other_specify']],
  ['gpa_scale', ['other'], ['', '4'], ['gpa_scale_other']],
  ['sat_taken', ['yes'], ['', 'no'], ['sat_score_math', 'sat_score_essay_writing', 'sat_test_month', 'sat_test_year']],
  ['act_taken', ['yes'], ['', 'no'], ['act_score_composite', 'act_test_month', 'act_test_year']],
  ['toefl_taken', ['yes'], ['', 'no'], ['toefl_score', 'toefl_test_month', 'toefl_test_year']],
  ['college_courses_toggle', ['yes'], ['', 'no'], ['college_name', 'college_country', 'college_course']],
  ['hs_ceeb', ['181440'], [''], ['hs_ceeb']],
  ['conviction', ['yes'], ['', 'no'], ['conviction_comment']],
];

describe('questions that depend on another answer', () => {
  test.each(CONDITIONS)('%s shows for %o and hides for %o: %o', (decides, shows, hides, shown) => {
    for (const key of shown) {
      for (const answer of shows) expect(isVisible(key, { [decides]: answer }), `${answer}: ${key}`).toBe(true);
      for (const answer of hides) expect(isVisible(key, { [decides]: answer }), `${answer}: ${key}`).toBe(false);
    }
  });
});
