import {
  type Answers,
  type FormState,
  mergeAnswers,
  type Option,
  parseAnswers,
  relevantAnswers,
  validate,
  visibleFields,
} from '@firstyear/form-engine';
import { isNamedByCode } from '@firstyear/form-engine/lists/names';
import { englishForm } from '@firstyear/form-engine/testing';
import { anyAnswers } from '@firstyear/form-engine/testing/arbitraries';
import { pseudoForm, toPseudo } from '@firstyear/form-engine/testing/pseudo-language';
import { completeAnswers, stateOf } from '@firstyear/freshman/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const MOMENT = { now: Date.parse('2026-11-20T12:00:00Z'), today: '2026-11-20' };
const form = englishForm(definition);
const other = englishForm(pseudoForm(definition));
const WORDS =
  'navLabel title intro legend label paperLabel errorLabel unit noun add added about text hint message'.split(' ');

/** All texts under names of words, and the rest of a definition. Countries, languages and months are in the order of a language. */
function split(value: unknown) {
  const words: string[] = [];
  const rest = JSON.stringify(value, (name, part) => {
    if (part?.kind === 'list') {
      const codes = part.options.map((option: Option) => (isNamedByCode(part, option) ? option.value : option));
      return codes.some((code: unknown) => typeof code === 'string') ? codes.toSorted() : codes;
    }
    if (typeof part !== 'string' || !WORDS.includes(name)) return part;
    words.push(part);
    return undefined;
  });
  return { words, rest };
}
/** Without the labels of choices, which are stored in the language they were read in. */
const unlabeled = (answers: Answers) =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => !key.endsWith('_desc')));

const anyState: fc.Arbitrary<FormState> = fc.record({
  answers: anyAnswers(form),
  tabs: fc.record({ hs_record: fc.constantFrom('counselor', 'upload', 'gone') }),
  addAnother: fc.record({ schools: fc.nat(5), courses: fc.nat(12), jobs: fc.nat(5) }),
});

test('a translation changes every word of a form and nothing else', () => {
  const [english, translated] = [split(form.pages), split(other.pages)];
  expect(translated.rest).toBe(english.rest);
  expect(translated.words).toEqual(english.words.map(toPseudo));
  expect([...other.byStoredKey.keys()]).toEqual([...form.byStoredKey.keys()]);
  expect(other.conditionGroups).toEqual(form.conditionGroups);
});

test('both languages parse, store, show and validate any answers at the same questions', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      expect(parseAnswers(other, state.answers)).toEqual(parseAnswers(form, state.answers));
      const merged = [form, other].map((item) => unlabeled(mergeAnswers(item, {}, state.answers, MOMENT)));
      expect(merged[1]).toEqual(merged[0]);
      const shown = [form, other].map((item) => {
        const answers = relevantAnswers(item, state.answers);
        return visibleFields(item, { ...state, answers }, MOMENT).map(({ question }) => question.key);
      });
      expect(shown[1]).toEqual(shown[0]);
      const count = (errors: ReturnType<typeof validate>) =>
        Object.entries(errors).map(([key, messages]) => [key, messages.length]);
      const [english, translated] = [form, other].map((item) => validate(item, state, MOMENT));
      expect(count(translated ?? {})).toEqual(count(english ?? {}));
      for (const message of Object.values(translated ?? {}).flat()) expect(message).not.toMatch(/[!-~]/);
    }),
  );
});

test('an application that is complete in one language is complete in the other', () => {
  const state = stateOf(form, completeAnswers(form, {}, MOMENT));
  expect(validate(other, state, MOMENT)).toEqual({});
});
