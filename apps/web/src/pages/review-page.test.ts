import { englishForm } from '@firstyear/form-engine/testing';
import { definition, freshman } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { likelySlips } from './review-page.tsx';

const FORM = englishForm(definition);
const slipsOf = (answers: Readonly<Record<string, string>>, tabs = {}, files: readonly string[] = []) =>
  likelySlips(FORM, { answers, tabs }, (key) => files.includes(key));
const keysOf = (answers: Readonly<Record<string, string>>) => slipsOf(answers).map(({ key }) => key);

test.each([
  [{ hs_gpa: '17', gpa_scale: '4', gpa_scale_desc: '4.0' }],
  [{ hs_gpa: '4,1', gpa_scale: '4', gpa_scale_desc: '4.0' }],
  [{ hs_gpa: '21', gpa_scale: 'other', gpa_scale_desc: 'Another scale', gpa_scale_other: '20' }],
])('a GPA above its own scale is worth a second look: %o', (answers) => {
  expect(keysOf(answers)).toEqual(['hs_gpa']);
});

test.each([
  [{}],
  [{ hs_gpa: '4.0', gpa_scale: '4', gpa_scale_desc: '4.0' }],
  [{ hs_gpa: '17' }],
  [{ hs_gpa: 'about 3', gpa_scale: '4', gpa_scale_desc: '4.0' }],
  [{ hs_gpa: '17', gpa_scale: 'other', gpa_scale_desc: 'Another scale', gpa_scale_other: '' }],
  [{ hs_gpa: '17', gpa_scale: 'other', gpa_scale_desc: 'Another scale', gpa_scale_other: '20' }],
])('any other is not: %o', (answers) => {
  expect(keysOf(answers)).toEqual([]);
});

test('a form without a question about the GPA has no likely slips', () => {
  const gpa = { hs_gpa: '17', gpa_scale: '4', gpa_scale_desc: '4.0' };
  expect(likelySlips({ ...FORM, roles: {} }, { answers: gpa, tabs: {} }, () => false)).toEqual([]);
});

test('an upload that is chosen without a file is worth a second look', () => {
  const { key } = freshman.documents.transcript;
  const message = { id: 'noFile', values: { choice: 'Upload transcript' } };
  expect(slipsOf({}, { hs_record: 'upload' })).toEqual([{ key, message }]);
  expect(slipsOf({}, { hs_record: 'upload' }, [key])).toEqual([]);
  expect(slipsOf({}, { hs_record: 'counselor' })).toEqual([]);
});
