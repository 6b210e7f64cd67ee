import { indexForm, text } from '@firstyear/form-engine';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { expect, test } from 'vitest';
import { placeOf } from './place-of.ts';

test('questions with the same label are told apart by page and section', () => {
  const section = (id: string, title: string) =>
    ({ kind: 'section', id, title, items: [text({ key: `${id}_state`, label: 'State' })] }) as const;
  const items = [section('home', 'Home address'), section('mail', 'Mailing address')];
  const pages = [{ id: 'about', title: 'About you', navLabel: 'About', items }];
  const form = indexForm({ pages, roles: {} }, formKinds.in(ENGLISH));
  expect(['home_state', 'mail_state', 'gone'].map((key) => placeOf(form, key))).toEqual([
    'State · About you · Home address',
    'State · About you · Mailing address',
    undefined,
  ]);
});
