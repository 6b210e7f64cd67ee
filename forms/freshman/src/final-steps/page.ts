import { check, equals, page, radio, section, showWhen, textarea } from '@firstyear/form-engine';
import { YES, YES_NO } from '@firstyear/form-engine/lists/common';
import type { FreshmanPartner } from '../partner.ts';

export const finalStepsPage = ({ texts, character_limit }: FreshmanPartner) =>
  page({ id: 'final-steps', navLabel: 'Submit', title: 'Submit' }, [
    section({ id: 'before', title: 'Before you submit' }, [
      check({ key: 'labor_program', label: texts.labor_program }),
      radio({
        key: 'conviction',
        label: 'Have you been convicted of a felony?',
        hint: 'We ask every applicant, to help keep our campus safe. A “Yes” does not decide your application by itself.',
        required: true,
        options: YES_NO,
      }),
      showWhen(
        equals('conviction', YES),
        [
          textarea({
            key: 'conviction_comment',
            label: 'Tell us what happened',
            hint: 'In your own words. You can leave this blank.',
            limit: character_limit,
          }),
        ],
        { about: 'your conviction' },
      ),
    ]),
    section({ id: 'agreement', title: 'Your agreement' }, [
      check({ key: 'legal_agree', label: texts.certification, required: true }),
      radio({
        key: 'counselor_waiver_request',
        label: 'I waive my right to review or access letters and statements of recommendation written on my behalf.',
        hint: 'Either answer is fine.',
        required: true,
        options: YES_NO,
      }),
    ]),
  ]);
