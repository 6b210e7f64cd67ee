import { answerOf, descKey, isAnswered, isChoice, maxLengthOf, number, validate } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { completeAnswers, longestAnswers, minimalAnswers, stateOf } from '@firstyear/freshman/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';

const MOMENT = { now: Date.parse('2026-11-20T12:00:00Z'), today: '2026-11-20' };
const form = englishForm(definition);

test.each([
  ['complete', completeAnswers],
  ['longest', longestAnswers],
] as const)('%s answers answer every question that can be answered together, with its label', (_name, build) => {
  const answers = build(form, {}, MOMENT);
  const unanswered = form.fields.flatMap(({ question }) =>
    isAnswered(answerOf(answers, question.key)) ? [] : [question.key],
  );
  expect(unanswered).toEqual(['citizenship_visa_status', 'transcript']);
  for (const { question } of form.fields) {
    if (isChoice(question) && !unanswered.includes(question.key)) {
      expect(answerOf(answers, descKey(question.key)), question.key).not.toBe('');
    }
  }
});

test('the longest texts fill their questions', () => {
  const answers = longestAnswers(form, {}, MOMENT);
  for (const key of ['first_name', 'email_address', 'hs_name', 'conviction_comment']) {
    const question = form.byKey.get(key)?.question;
    expect(String(answerOf(answers, key)).length, key).toBe(question && maxLengthOf(question));
  }
});

test.each([completeAnswers, longestAnswers, minimalAnswers])(
  'a number question of a university is answered with a number that it takes',
  (build) => {
    const hours = number({
      key: 'studio_hours',
      label: 'Hours',
      unit: 'hours',
      required: true,
      minimum: 5,
      maximum: 40,
      step: 5,
    });
    const pages = definition.pages.map((page, at) => (at === 0 ? { ...page, items: [...page.items, hours] } : page));
    const withNumber = englishForm({ ...definition, pages });
    const answers = build(withNumber, {}, MOMENT);
    expect(answers.studio_hours).toBe('10');
    expect(validate(withNumber, stateOf(withNumber, answers), MOMENT)).toEqual({});
  },
);
