import { expect, test } from 'vitest';
import { assigneeOptions, colleagueName, colleagueOptions } from './choice-words.ts';

const choices = {
  colleagues: [
    { id: 'grace', name: 'Grace Invented', label: 'Grace Invented', may_be_assigned: true },
    { id: 'omar', name: 'Omar Auditor', label: 'Omar Auditor (omar@office.example)', may_be_assigned: false },
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
  ]);
  expect(assigneeOptions(choices).map(({ value }) => value)).toEqual(['grace']);
  expect(colleagueName(choices, 'omar', '')).toBe('Omar Auditor (omar@office.example)');
});
