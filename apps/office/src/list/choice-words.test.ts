import { expect, test } from 'vitest';
import { colleagueName } from './choice-words.ts';

const choices = { colleagues: [{ id: 'grace', name: 'Grace Invented' }] };

test('an unknown colleague is shown as having left, and no colleague as nothing', () => {
  const nameOf = (id: string | null) => colleagueName(choices, id, 'Somebody who has left');
  expect([nameOf('grace'), nameOf('ada'), nameOf(null)]).toEqual(['Grace Invented', 'Somebody who has left', '']);
  expect(colleagueName(undefined, 'grace', 'Somebody who has left')).toBe('');
});
