import {
  answerOf,
  changeAnswer,
  clearHidden,
  type FormState,
  isAnswered,
  isKept,
  mergeAnswers,
  parseAnswers,
  readsOf,
  relevantAnswers,
  traitsOf,
  validate,
  visibleFields,
} from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { anyAnswer, anyAnswers, validApplication } from '@firstyear/form-engine/testing/arbitraries';
import { stateOf } from '@firstyear/freshman/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const MOMENT = { now: Date.parse('2026-11-20T12:00:00Z'), today: '2026-11-20' };
const form = englishForm(definition);
const anyState: fc.Arbitrary<FormState> = fc.record({
  answers: anyAnswers(form),
  tabs: fc.record({ hs_record: fc.constantFrom('counselor', 'upload', 'gone') }),
  addAnother: fc.record({ schools: fc.nat(5), courses: fc.nat(12), jobs: fc.nat(5) }),
});
const visibleKeys = (state: FormState) =>
  new Set(visibleFields(form, state, MOMENT).map((field) => field.question.key));

test('an error always belongs to a visible question', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const visible = visibleKeys({ ...state, answers: relevantAnswers(form, state.answers) });
      for (const key of Object.keys(validate(form, state, MOMENT))) expect(visible).toContain(key);
    }),
  );
});

test('every visible required question without an answer is an error', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const answers = relevantAnswers(form, state.answers);
      const errors = validate(form, state, MOMENT);
      for (const { question } of visibleFields(form, { ...state, answers }, MOMENT)) {
        const value = answerOf(answers, question.key);
        if (question.required && (value === '' || value === false))
          expect(errors[question.key]).toContain(question.label);
      }
    }),
  );
});

test('no parsed answer has a character that reverses the reading direction', () => {
  const turning = fc.constantFrom(...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069');
  const pasted = fc.array(fc.oneof(turning, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 20 });
  fc.assert(
    fc.property(fc.constantFrom(...form.byStoredKey.keys()), pasted, (key, parts) => {
      for (const answer of Object.values(parseAnswers(form, { [key]: parts.join('') }).answers))
        expect(answer).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

test('clearing hidden answers is idempotent', () => {
  fc.assert(
    fc.property(anyAnswers(form), (answers) => {
      expect(clearHidden(form, relevantAnswers(form, answers))).toEqual({});
    }),
  );
});

test('changing answers one by one never leaves a hidden answer with a value', () => {
  const change = fc
    .constantFrom(...form.fields.map((field) => field.question))
    .chain((question) => fc.record({ key: fc.constant(question.key), value: anyAnswer(question) }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      let answers = {};
      for (const { key, value } of changes) {
        answers = { ...answers, ...changeAnswer(form, answers, key, value, MOMENT) };
        expect(clearHidden(form, answers)).toEqual({});
      }
    }),
  );
});

test('a rule reads only the answers that it declares', () => {
  for (const { question } of form.fields) {
    for (const rule of question.rules ?? []) {
      const declared = new Set(readsOf(rule));
      fc.assert(
        fc.property(anyAnswers(form), fc.constantFrom('', 'x', '1', '555-1234', '2001-01-01'), (answers, value) => {
          const read = new Set<PropertyKey>();
          const watched = new Proxy(answers, {
            getOwnPropertyDescriptor: (target, key) => {
              read.add(key);
              return Reflect.getOwnPropertyDescriptor(target, key);
            },
          });
          isKept(rule, value, watched, MOMENT);
          expect(
            [...read].filter((key) => !declared.has(String(key))),
            question.key,
          ).toEqual([]);
        }),
        { numRuns: 20 },
      );
    }
  }
});

test('on paper every answer has text, and an unanswered question at most an empty box', () => {
  fc.assert(
    fc.property(validApplication(form, MOMENT), (answers) => {
      for (const { question } of form.fields) {
        const text = traitsOf(question).toText(question, answers, MOMENT, form.words);
        const isEmpty = !isAnswered(answerOf(answers, question.key));
        expect(isEmpty ? ['', '[ ]'].includes(text) : text !== '' && text !== '[ ]', question.key).toBe(true);
      }
    }),
    { numRuns: 20 },
  );
});

test('a correctly completed application has no errors, and parsing leaves it unchanged', () => {
  fc.assert(
    fc.property(validApplication(form, MOMENT), (answers) => {
      expect(validate(form, stateOf(form, answers), MOMENT)).toEqual({});
      expect(parseAnswers(form, answers)).toEqual({ answers, refused: [] });
      expect(mergeAnswers(form, answers, answers, MOMENT)).toEqual(answers);
    }),
    { numRuns: 60 },
  );
});
