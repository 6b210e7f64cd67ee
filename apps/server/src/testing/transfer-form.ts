import {
  check,
  date,
  defineForm,
  equals,
  file,
  page,
  radio,
  section,
  select,
  showWhen,
  text,
  textarea,
} from '@firstyear/form-engine';
import { YES, YES_NO } from '@firstyear/form-engine/lists/common';
import { englishForm } from '@firstyear/form-engine/testing';
import { partner } from '@firstyear/partners/larkmoor/partner';
import type { ServedForm } from '../config/served-forms.ts';

/**
 * A second form, for tests alone: ten questions and two documents of transfer students. Its only key in common with the freshman
 * form is `email_address`, which exposes code that finds a question by its name instead of its role.
 */
const definition = defineForm(
  [
    page({ id: 'you', navLabel: 'You', title: 'About you' }, [
      section({ id: 'name', title: 'Your name' }, [
        text({ key: 'called', label: 'Name you go by', required: true }),
        text({ key: 'surname', label: 'Surname', required: true }),
        text({ key: 'email_address', label: 'Email', required: true }),
        date({ key: 'born', label: 'Day of birth' }),
        text({ key: 'tax_number', label: 'Tax number', sealed: true }),
      ]),
      select({
        key: 'start_term',
        label: 'When do you want to start?',
        required: true,
        options: [{ value: 'fall_2027', label: 'The fall after next summer' }],
      }),
    ]),
    page({ id: 'college', navLabel: 'College', title: 'Where you study now' }, [
      text({ key: 'current_college', label: 'College', required: true }),
      radio({ key: 'has_degree', label: 'Have you earned a degree?', required: true, options: YES_NO }),
      showWhen(equals('has_degree', YES), [file({ key: 'diploma', label: 'Diploma' })]),
      file({ key: 'college_record', label: 'College record', required: true }),
      textarea({ key: 'reasons', label: 'Why do you want to transfer?', limit: 500 }),
      check({ key: 'is_true', label: 'All of this is true.', required: true }),
    ]),
  ],
  { given_name: 'called', family_name: 'surname', term: 'start_term' },
);

/** As it is served beside the freshman form, with its own terms. */
export const TRANSFER: ServedForm = {
  id: 'transfer',
  season: '2027',
  form: englishForm(definition),
  releaseId: null,
  partner: {
    ...partner,
    pdf_name: 'Larkmoor Transfer',
    application_title: 'Application for Transfer Admission',
    pdf_pages: ['you', 'college'],
    intended_student_type: 'Transfer',
    failed_submit_page: 'you',
    completion_steps: [{ title: 'Ask your college for a final record', text: 'Once your grades are in.' }],
    terms: [
      {
        entry_term: 'fall_2027',
        opens: '2026-08-01T09:00-04:00',
        closes: '2026-12-01T23:59-05:00',
        late: 'refused',
        dates: [{ day: '2027-06-01', title: 'Final college record is due' }],
      },
    ],
  },
};
