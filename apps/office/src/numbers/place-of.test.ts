import { indexForm, repeater, text } from '@firstyear/form-engine';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { expect, test } from 'vitest';
import { placeOf } from './place-of.ts';

test('questions with the same label are told apart by page, section and entry', () => {
  const section = (id: string, title: string) =>
    ({ kind: 'section', id, title, items: [text({ key: `${id}_state`, label: 'State' })] }) as const;
  const items = [section('home', 'Home address'), section('mail', 'Mailing address')];
  const [one, two] = ['one', 'two'].map((id) => [text({ key: `${id}_name`, label: 'Name' })]);
  const jobs = repeater({ id: 'jobs', noun: 'Job' }, [one ?? [], two ?? []]);
  const pages = [
    { id: 'about', title: 'About you', navLabel: 'About', items },
    { id: 'work', title: 'Work', navLabel: 'Work', items: [jobs] },
  ];
  const form = indexForm({ pages, roles: {} }, formKinds.in(ENGLISH));
  expect(['home_state', 'mail_state', 'two_name', 'gone'].map((key) => placeOf(form, key))).toEqual([
    'State · About you · Home address',
    'State · About you · Mailing address',
    'Name · Work · Job 2',
    undefined,
  ]);
});
