import { expect, test } from 'vitest';
import { assigneeOptions, choiceWords, colleagueName, colleagueOptions } from './choice-words.ts';

const choices = {
  colleagues: [
    { id: 'grace', name: 'Grace Invented', label: 'Grace Invented', may_be_assigned: true },
    { id: 'omar', name: 'Omar Auditor', label: 'Omar Auditor (omar@office.example)', may_be_assigned: false },
    { id: 'lin', name: 'Lin Clerk', label: 'Lin Clerk', may_be_assigned: true },
  ],
};

test('an unknown colleague is shown as having left, and no colleague as nothing', () => {
  const nameOf = (id: string | null) => colleagueName(choices, id, 'Somebody who has left');
  expect([nameOf('grace'), nameOf('ada'), nameOf(null)]).toEqual(['Grace Invented', 'Somebody who has left', '']);
  expect(colleagueName(undefined, 'grace', 'Somebody who has left')).toBe('');
});

test('colleagues who may not open applications can be filtered by, and not chosen for one', () => {
  expect(colleagueOptions(choices).map(({ label }) => label)).toEqual([
    'Grace Invented',
    'Omar Auditor (omar@office.example)',
    'Lin Clerk',
  ]);
  expect(assigneeOptions(choices).map(({ value }) => value)).toEqual(['grace', 'lin']);
  expect(assigneeOptions(undefined)).toEqual([]);
  expect(colleagueName(choices, 'omar', '')).toBe('Omar Auditor (omar@office.example)');
});

test('a stored value is read in words, and as it is where the form no longer offers it', () => {
  const stages = [
    { value: 'committee', label: 'Committee' },
    { value: 'decided', label: 'Decided' },
  ];
  const none = { terms: [], majors: [], states: [], labels: [], messages: [], pages: [], items: [], deadlines: [] };
  const wordOf = choiceWords({ ...none, ...choices, stages });
  expect([wordOf('stages', 'decided'), wordOf('stages', 'retired')]).toEqual(['Decided', 'retired']);
  expect([wordOf('stages', undefined), choiceWords(undefined)('stages', 'decided')]).toEqual(['', 'decided']);
});
