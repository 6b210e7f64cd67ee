import { englishForm } from '@firstyear/form-engine/testing';
import { minimalAnswers } from '@firstyear/freshman/testing';
import { definition } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { createAnswerStore } from './answer-store.ts';
import { pageProgress, sectionLeft } from './page-progress.ts';

const form = englishForm(definition);

test('each question counts only on its own page and in its own section', () => {
  const store = createAnswerStore(form, () => new Date('2026-11-21T12:00:00Z'));
  const { last_name, city } = minimalAnswers(form);
  const place = form.byKey.get('last_name');
  const counts = () => [
    pageProgress(store, 'about'),
    pageProgress(store, 'education').left,
    sectionLeft(store, 'about', place?.section.id ?? ''),
    sectionLeft(store, 'about', form.byKey.get('city')?.section.id ?? ''),
    sectionLeft(store, 'education', place?.section.id ?? ''),
  ];
  store.loadSaved({ ...minimalAnswers(form), last_name: '', city: '' });
  const all = pageProgress(store, 'about').all;
  expect(counts()).toEqual([{ left: 2, all }, 0, 1, 1, 0]);
  expect(all).toBeGreaterThan(2);
  store.changeMany({ last_name: last_name ?? '', city: city ?? '' });
  expect(counts()).toEqual([{ left: 0, all }, 0, 0, 0, 0]);
  store.awaitSaved();
  expect(sectionLeft(store, 'about', place?.section.id ?? '')).toBeNull();
});
