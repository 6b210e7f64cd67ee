import { isChoice, isDocument, storedKeysOf } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';
import { columnsOf } from './columns.ts';
import { readDictionary } from './dictionary.testing.ts';

const form = englishForm(definition);
const names = (withSealed: boolean) => columnsOf(form, { withSealed }).map(({ name }) => name);

test('every key that the form stores has one column, in page order, and uploaded files have one more for their name', () => {
  const all = names(true);
  expect(new Set(all).size).toBe(all.length);
  const keys = form.fields.flatMap(({ question }) => [
    ...storedKeysOf(question),
    ...(isDocument(question) ? [`${question.key}_file_name`] : []),
  ]);
  expect(all.slice(0, 7)).toEqual([
    'application_id',
    'confirmation_number',
    'status',
    'submitted_at',
    'account_email',
    'form_version',
    'season',
  ]);
  expect(all.slice(7, 7 + keys.length)).toEqual(keys);
  const counts = [...form.repeaters.keys()].map((id) => `${id}_count`);
  expect(counts.length).toBeGreaterThan(1);
  expect(all.filter((name) => name.endsWith('_count'))).toEqual(counts);
  expect(all.slice(-3)).toEqual(['other_answers', 'items', 'corrections']);
});

test('sealed answers have no column unless requested', () => {
  expect(names(true).filter((name) => !names(false).includes(name))).toEqual(['alien_registration_number']);
});

test("the data dictionary explains every column with the form's question, page, entry, condition and values", () => {
  const rows = readDictionary(form, { withSealed: true });
  expect(rows.map(({ column }) => column)).toEqual(names(true));
  const rowOf = (column: string) => rows.find((row) => row.column === column);
  expect(rowOf('employment_2_hours')).toMatchObject({
    question: 'Hours per week',
    page: form.byKey.get('employment_2_hours')?.page === 'education' ? expect.any(String) : '',
    section: 'Work',
    kind: 'text',
    max_length: '45',
    entry: 'Job 2',
    asked_when: 'jobs_count >= 2',
  });
  expect(rowOf('sat_taken')).toMatchObject({
    kind: 'radio',
    required: 'when it is asked',
    values: expect.stringMatching(/^\S+ = Yes; \S+ = No$/),
  });
  expect(rowOf('sat_score_math')?.asked_when).toMatch(/^sat_taken is /);
  expect(
    ['transcript', 'transcript_file_name', 'sat_taken', 'sat_taken_desc'].map((name) => rowOf(name)?.about),
  ).toEqual([
    'ANSWERED when there is a document.',
    'Name of the file that was uploaded.',
    'Value of the choice; sat_taken_desc has its words.',
    'What the applicant read and chose.',
  ]);
  const unexplained = form.fields.filter(({ question }) => isChoice(question) && rowOf(question.key)?.values === '');
  expect(unexplained).toEqual([]);
  expect(rows.filter(({ about }) => about === '')).toEqual([]);
});
