import { expect, test } from 'vitest';
import { AcknowledgedWrites } from './writes.ts';

test('an acknowledged answer is lost when neither it nor a later one is stored', () => {
  const writes = new AcknowledgedWrites();
  const first = writes.next('ada@mail.example', ['first_name', 'city']);
  writes.acknowledge('ada@mail.example', first);
  const second = writes.next('ada@mail.example', ['city']);
  const stored = (answers: Record<string, string>) =>
    writes.findLost([{ email: 'ada@mail.example', answers, confirmationNumber: null }]);
  const [name, city] = [first.answers.first_name ?? '', second.answers.city ?? ''];
  expect(stored({ first_name: name, city: first.answers.city ?? '' })).toEqual([]);
  // A later answer that wasn't acknowledged is fine.
  expect(stored({ first_name: name, city })).toEqual([]);
  expect(stored({ first_name: name, city: 'Sampleton' })).toEqual(['ada@mail.example city']);
  writes.acknowledge('ada@mail.example', second);
  expect(stored({ city: first.answers.city ?? '' })).toEqual(['ada@mail.example first_name', 'ada@mail.example city']);
  writes.acknowledgeSubmission('ada@mail.example', 'FY27-AAAA-BBBB');
  expect(stored({ first_name: name, city })).toEqual(['ada@mail.example submission']);
  expect(writes.findLost([])).toEqual([
    'ada@mail.example first_name',
    'ada@mail.example city',
    'ada@mail.example submission',
  ]);
  expect([writes.saves, writes.submissions]).toEqual([2, 1]);
});
