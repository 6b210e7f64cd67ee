import { expect, test } from 'vitest';
import { createUnsent } from './outbox.ts';

test('three answers typed eight seconds apart are two batches, the oldest first, each with the time of its newest', () => {
  let now = 100_000;
  const outbox = createUnsent(() => new Date(now), 'a release');
  for (const key of ['first_name', 'last_name', 'city']) {
    outbox.type(key, key);
    now += 8_000;
  }
  expect(outbox.unsavedBatches()).toMatchObject([
    { answers: { first_name: 'first_name', last_name: 'last_name' }, newestAt: 108_000 },
    { answers: { city: 'city' }, newestAt: 116_000 },
  ]);
});
