import { defineForm, page as formPage, text } from '@firstyear/form-engine';
import { expectTypeOf, test } from 'vitest';
import type { AnswerKey, QuestionKey } from './application.ts';

test('keys that the form does not have do not compile', () => {
  // @ts-expect-error there is no such question
  const unknown: AnswerKey = 'no_such_question';
  // @ts-expect-error a guardian has no relationship
  const guardian: QuestionKey = 'guardian_relationship';
  // @ts-expect-error there is no fifth job
  const job: QuestionKey = 'employment_5_hours';
  // @ts-expect-error the first school has no last grade
  const grade: QuestionKey = 'hs_last_grade';
  // @ts-expect-error a text has no label to store
  const label: AnswerKey = 'first_name_desc';
  // @ts-expect-error a label is no question
  const question: QuestionKey = 'gender_desc';
  expectTypeOf([unknown, guardian, job, grade, label, question]).toBeArray();
});

test('a role of a key that the form does not have does not compile', () => {
  const pages = [formPage({ id: 'p', navLabel: 'P', title: 'P' }, [text({ key: 'name', label: 'Name' })])] as const;
  expectTypeOf(defineForm(pages, { given_name: 'name' }).pages).toExtend<readonly object[]>();
  // @ts-expect-error there is no such question
  expectTypeOf(defineForm(pages, { given_name: 'first_name' }).pages).toExtend<readonly object[]>();
});

test('keys of blocks, repeaters, opt-ins, pairs, tabs and labels compile', () => {
  expectTypeOf<
    | 'parent_2_country_desc'
    | 'employment_4_hours'
    | 'college_10_course'
    | 'optin_sms_ind'
    | 'grad_month_desc'
    | 'transcript'
    | 'hs_3_last_grade_desc'
    | 'conviction_comment'
  >().toExtend<AnswerKey>();
  expectTypeOf<'no_such_question'>().not.toExtend<AnswerKey>();
});
