import { expect, test } from 'vitest';
import { createUnsent } from './outbox.ts';

test('answers typed within ten seconds are one batch, later ones the next, the oldest first, each with the time of its newest', () => {
  let now = 100_000;
  const outbox = createUnsent(() => new Date(now), 'a release');
  for (const key of ['first_name', 'last_name', 'city']) {
    outbox.type(key, key);
    now += 10_000;
  }
  expect(outbox.unsavedBatches()).toMatchObject([
    { answers: { first_name: 'first_name', last_name: 'last_name' }, newestAt: 110_000 },
    { answers: { city: 'city' }, newestAt: 120_000 },
  ]);
});

test('a refusal of an answer to no question of the form is dropped, the others stay', () => {
  const outbox = createUnsent(() => new Date(), 'a release');
  for (const key of ['gone', 'city', 'zip']) outbox.type(key, key);
  const sent = outbox.unsaved();
  if (sent) outbox.acknowledge(sent, { gone: 'No.', city: 'No.', zip: 'No.' }, (key) => key !== 'gone');
  expect([outbox.refusedKeys(), outbox.refusedValues()]).toEqual([['city', 'zip'], { city: 'city', zip: 'zip' }]);
  expect(outbox.refusedMessages()).toEqual([
    ['city', ['No.']],
    ['zip', ['No.']],
  ]);
});
