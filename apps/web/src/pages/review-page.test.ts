import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { likelySlips } from './review-page.tsx';

const FORM = englishForm(definition);
const keysOf = (answers: Readonly<Record<string, string>>) => likelySlips(FORM, answers).map(({ key }) => key);

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
  expect(likelySlips({ ...FORM, roles: {} }, gpa)).toEqual([]);
});
