import { formProblems, momentOf, validate } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { freshmanProblems } from '@firstyear/freshman';
import { completeAnswers, longestAnswers, minimalAnswers, stateOf } from '@firstyear/freshman/testing';
import { partnerProblems } from '@firstyear/partner-config';
import * as alderfinch from '@firstyear/partners/alderfinch/form';
import { partner as alderfinchPartner } from '@firstyear/partners/alderfinch/partner';
import * as larkmoor from '@firstyear/partners/larkmoor/form';
import { partner as larkmoorPartner } from '@firstyear/partners/larkmoor/partner';
import { describe, expect, test } from 'vitest';

const MOMENT = momentOf(new Date('2026-11-20T12:00:00Z'));

describe.each([
  ['larkmoor', larkmoor, larkmoorPartner],
  ['alderfinch', alderfinch, alderfinchPartner],
] as const)('the form of %s', (_slug, { definition, freshman }, partner) => {
  const form = englishForm(definition);

  test('is sound, and so is the configuration of the university', () => {
    expect(formProblems(form)).toEqual([]);
    expect(freshmanProblems(freshman)).toEqual([]);
    expect(partnerProblems(partner, form)).toEqual([]);
  });

  test('accepts complete, longest and minimal answers', () => {
    for (const answers of [completeAnswers(form), longestAnswers(form), minimalAnswers(form)]) {
      expect(validate(form, stateOf(form, answers), MOMENT)).toEqual({});
    }
  });
});
