import { describe, expect, test } from 'vitest';
import { defineForm, page, showWhen } from './builders.ts';
import { changeAnswer, isStorable, mergeAnswers } from './change-answers.ts';
import { equals } from './condition.ts';
import { conditionalSelect, date, select, text } from './kinds/index.ts';
import { englishForm } from './testing/english-form.ts';

const MOMENT = { now: 0, today: '2026-11-20' };
const KENTUCKY = { value: 'KY', label: 'Kentucky' };
const ONTARIO = { value: 'ON', label: 'Ontario' };
const form = englishForm(
  defineForm([
    page({ id: 'about', navLabel: '', title: '' }, [
      select({
        key: 'country',
        label: 'Country',
        options: [
          { value: 'USA', label: 'United States' },
          { value: 'CAN', label: 'Canada' },
          { value: 'DEU', label: 'Germany' },
        ],
      }),
      conditionalSelect({
        key: 'state',
        label: 'State',
        options: {
          controlledBy: 'country',
          cases: { USA: [KENTUCKY], CAN: [{ value: 'QC', label: 'Quebec' }, ONTARIO] },
          unanswered: [KENTUCKY, ONTARIO],
          otherwise: 'text',
        },
      }),
      conditionalSelect({
        key: 'born',
        label: 'State of birth',
        options: { controlledBy: 'country', cases: { USA: [KENTUCKY] }, unanswered: [KENTUCKY], otherwise: 'text' },
      }),
      showWhen(equals('country', 'DEU'), [text({ key: 'visa', label: 'Visa' })]),
      date({
        key: 'day',
        label: 'Day',
        rules: [{ rule: 'min-years-ago', years: 0, message: 'Too late.' }],
      }),
      date({
        key: 'from',
        label: 'From',
        rules: [{ rule: 'max-years-ago', years: 0, message: 'Too early.' }],
      }),
    ]),
  ]),
);

describe('one answer changes', () => {
  test('a choice sets its label, and clears it again', () => {
    expect(changeAnswer(form, {}, 'country', 'CAN', MOMENT)).toMatchObject({ country: 'CAN', country_desc: 'Canada' });
    expect(changeAnswer(form, {}, 'country', '', MOMENT)).toMatchObject({ country: '', country_desc: '' });
  });

  test('[COND-07] conditional selects and their _desc are cleared when the controlling answer changes', () => {
    const answers = { country: 'USA', country_desc: 'United States', state: 'KY', state_desc: 'Kentucky', born: 'KY' };
    expect(changeAnswer(form, answers, 'country', 'CAN', MOMENT)).toMatchObject({
      state: '',
      state_desc: '',
      born: '',
    });
    expect(changeAnswer(form, answers, 'country', 'USA', MOMENT)).not.toHaveProperty('state');
    expect(changeAnswer(form, answers, 'country', '', MOMENT)).toMatchObject({ state: '', born: '' });
  });

  test('a state that was chosen first stays when its country is chosen, unless it is not of that country', () => {
    const answers = { state: 'KY', state_desc: 'Kentucky' };
    expect(changeAnswer(form, answers, 'country', 'USA', MOMENT)).not.toHaveProperty('state');
    expect(changeAnswer(form, answers, 'country', 'CAN', MOMENT)).toMatchObject({ state: '', state_desc: '' });
    expect(changeAnswer(form, { state: 'ON' }, 'country', 'CAN', MOMENT)).not.toHaveProperty('state');
  });

  test('where a country has no list, the label is the typed text', () => {
    expect(changeAnswer(form, { country: 'DEU' }, 'state', 'Hessen', MOMENT)).toEqual({
      state: 'Hessen',
      state_desc: 'Hessen',
    });
  });

  test('answers that the change hides are cleared', () => {
    expect(changeAnswer(form, { country: 'DEU', visa: 'F-1' }, 'country', 'USA', MOMENT)).toMatchObject({ visa: '' });
  });

  test('[VAL-66] a date is stored only if its rules hold, otherwise the stored value is cleared', () => {
    expect(changeAnswer(form, { day: '2020-01-01' }, 'day', '2026-11-20', MOMENT)).toEqual({ day: '2026-11-20' });
    expect(changeAnswer(form, { day: '2020-01-01' }, 'day', '2026-11-21', MOMENT)).toEqual({ day: '' });
    expect(isStorable(form, {}, 'day', '', MOMENT)).toBe(true);
  });

  test('an emptied date is stored as empty, whatever its rules', () => {
    expect(isStorable(form, {}, 'from', '', MOMENT)).toBe(true);
  });

  test('a key that the form does not know is stored as it is, and true for a choice has no label', () => {
    expect(changeAnswer(form, {}, 'unknown', 'x', MOMENT)).toEqual({ unknown: 'x' });
    expect(isStorable(form, {}, 'unknown', 'x', MOMENT)).toBe(true);
    expect(changeAnswer(form, {}, 'country', true, MOMENT)).not.toHaveProperty('country_desc');
  });
});

describe('merging incoming answers into stored ones', () => {
  test('keys that are not incoming stay', () => {
    expect(mergeAnswers(form, { visa: 'F-1', country: 'DEU' }, { day: '2020-01-01' }, MOMENT)).toEqual({
      visa: 'F-1',
      country: 'DEU',
      day: '2020-01-01',
    });
  });

  test('labels come from the form, whatever label is incoming', () => {
    const forged = { country: 'USA', country_desc: 'Atlantis' };
    expect(mergeAnswers(form, {}, forged, MOMENT)).toMatchObject({ country_desc: 'United States' });
    expect(mergeAnswers(form, { country: 'USA' }, { country_desc: 'Atlantis' }, MOMENT)).toMatchObject({
      country_desc: 'United States',
    });
    expect(mergeAnswers(form, {}, { country_desc: 'Atlantis' }, MOMENT)).toMatchObject({ country_desc: '' });
  });

  test('a choice that has left its list keeps the label it was chosen with', () => {
    const old = { country: 'YUG', country_desc: 'Yugoslavia' };
    expect(mergeAnswers(form, {}, old, MOMENT)).toEqual(old);
    expect(mergeAnswers(form, {}, { country: 'YUG' }, MOMENT)).toMatchObject({ country_desc: 'YUG' });
  });

  test('[COND-07] a state that the new country does not have is cleared, and an incoming one stays', () => {
    const stored = { country: 'USA', country_desc: 'United States', state: 'KY', state_desc: 'Kentucky', born: 'KY' };
    expect(mergeAnswers(form, stored, { country: 'CAN' }, MOMENT)).toMatchObject({
      state: '',
      state_desc: '',
      born: '',
    });
    expect(mergeAnswers(form, stored, { country: 'CAN', state: 'ON' }, MOMENT)).toMatchObject({
      state: 'ON',
      state_desc: 'Ontario',
    });
    expect(mergeAnswers(form, stored, { country: 'USA' }, MOMENT)).toMatchObject({ state: 'KY' });
    expect(mergeAnswers(form, {}, { country: 'USA', state: 'ON' }, MOMENT)).toMatchObject({ state: 'ON' });
  });

  test('a state stays when its country is unchanged, or the new country has it', () => {
    expect(mergeAnswers(form, { country: 'DEU', state: 'Hessen' }, { country: 'DEU' }, MOMENT)).toMatchObject({
      state: 'Hessen',
    });
    expect(mergeAnswers(form, { state: 'KY' }, { country: 'USA' }, MOMENT)).toMatchObject({ state: 'KY' });
    expect(mergeAnswers(form, { state: 'KY' }, { country: 'DEU' }, MOMENT)).toMatchObject({ state: '' });
  });

  test('[COND-06] answers that they hide are cleared', () => {
    const stored = { country: 'DEU', visa: 'F-1' };
    expect(mergeAnswers(form, stored, { country: 'USA' }, MOMENT)).toMatchObject({ visa: '' });
  });

  test('[VAL-66] a date that breaks its rules is stored as empty, unless it keeps them in another time zone', () => {
    expect(mergeAnswers(form, { day: '2020-01-01' }, { day: '2030-01-01' }, MOMENT)).toMatchObject({ day: '' });
    expect(mergeAnswers(form, {}, { day: '2026-11-21' }, MOMENT)).toMatchObject({ day: '2026-11-21' });
    expect(mergeAnswers(form, {}, { day: '2026-11-22' }, MOMENT)).toMatchObject({ day: '' });
    expect(mergeAnswers(form, {}, { from: '2026-11-19' }, MOMENT)).toMatchObject({ from: '2026-11-19' });
    expect(mergeAnswers(form, {}, { from: '2026-11-18' }, MOMENT)).toMatchObject({ from: '' });
  });

  test('a key that the form does not know is kept, and a label alone clears nothing', () => {
    expect(mergeAnswers(form, {}, { unknown: 'x' }, MOMENT)).toEqual({ unknown: 'x' });
    expect(mergeAnswers(form, { state: 'Hessen' }, { country_desc: 'Atlantis' }, MOMENT)).toEqual({
      state: 'Hessen',
      country_desc: '',
    });
  });

  test('a typed state stays while its country has no list, and is its own label', () => {
    const stored = { country: 'DEU', country_desc: 'Germany', state: 'Hessen', state_desc: 'Hessen' };
    expect(mergeAnswers(form, stored, { state: 'Bayern' }, MOMENT)).toEqual({
      ...stored,
      state: 'Bayern',
      state_desc: 'Bayern',
    });
  });
});
