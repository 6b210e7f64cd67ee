import { defineForm } from '@firstyear/form-engine';
import { aboutPage } from './about/page.ts';
import { educationPage } from './education/page.ts';
import { finalStepsPage } from './final-steps/page.ts';
import { MIGRATIONS } from './migrations.ts';
import type { FreshmanPartner } from './partner.ts';

export const freshmanForm = (partner: FreshmanPartner) =>
  defineForm(
    [aboutPage(partner), educationPage(partner), finalStepsPage(partner)],
    {
      given_name: 'first_name',
      middle_name: 'middle_name',
      family_name: 'last_name',
      name_suffix: 'suffix',
      preferred_name: 'preferred_name',
      email: 'email_address',
      phone: 'phone_home',
      mobile_phone: 'phone_mobile',
      international_phone: 'phone_international',
      birth_date: 'birth_date',
      term: 'entry_term',
      major: 'applied_major',
      state: 'state',
      country: 'country',
      school: 'hs_name',
      school_state: 'hs_state',
      graduation_month: 'grad_month',
      graduation_year: 'grad_year',
      counselor_given_name: 'counselor_first_name',
      counselor_family_name: 'counselor_last_name',
      counselor_email: 'counselor_email_address',
      counselor_waiver: 'counselor_waiver_request',
      gpa: 'hs_gpa',
      gpa_scale: 'gpa_scale',
      gpa_other_scale: 'gpa_scale_other',
    },
    MIGRATIONS,
  );

/** The keys of answers, with the _desc keys of choices. */
export type AnswerKey = NonNullable<ReturnType<typeof freshmanForm>['keyType']>;
export type QuestionKey = Exclude<AnswerKey, `${string}_desc`>;
