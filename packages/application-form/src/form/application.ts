import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { defineForm, type Form, indexForm } from '../engine/index.ts';
import { aboutPage } from './about/page.ts';
import { educationPage } from './education/page.ts';
import { finalStepsPage } from './final-steps/page.ts';
import type { FormPartner } from './partner.ts';

/** The whole application as this partner asks it. Reads no clock and no environment; the same on both sides. */
export const applicationDefinition = (partner: FormPartner) =>
  defineForm([aboutPage(partner), educationPage(partner), finalStepsPage(partner)], {
    given_name: 'first_name',
    middle_name: 'middle_name',
    family_name: 'last_name',
    name_suffix: 'suffix',
    preferred_name: 'preferred_name',
    term: 'entry_term',
    gpa: 'hs_gpa',
    gpa_scale: 'gpa_scale',
    gpa_other_scale: 'gpa_scale_other',
  });

/** Every key that an answer can have, with the _desc keys of the choices. */
export type AnswerKey = NonNullable<ReturnType<typeof applicationDefinition>['keyType']>;
/** Every key that a question can have. */
export type QuestionKey = Exclude<AnswerKey, `${string}_desc`>;

/** The application of this partner, laid out by key. Build it once and keep it. */
export const applicationForm = (partner: FormPartner): Form =>
  indexForm(applicationDefinition(partner), formKinds.in(ENGLISH));
