import { createValue } from '@firstyear/ui/hooks.ts';
import { createClock, settle } from '@firstyear/ui/manual-clock.testing.ts';
import { expect, test } from 'vitest';
import { ServerError } from '../api/errors.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import { FIRST_VISIT, recordEvent, type Visit } from '../session/visit.ts';
import { createServedCalls, type Deferral } from './served-calls.ts';

test('[SESSION-05] the reason for waiting stays until the latest load is done, whatever happens to earlier ones', async () => {
  const clock = createClock();
  const deferred = createValue<Deferral | null>(null);
  const snapshot = createSnapshotStore();
  const visit: Visit = { ...FIRST_VISIT, loading: Promise.resolve() };
  const whenServed = createServedCalls({ visit, snapshot, deferred, after: clock.after, random: () => 0 });
  const busy = () => Promise.reject(new ServerError('Busy.', { status: 503, code: 'overloaded' }));
  await whenServed(async () => 'the first one');
  recordEvent(visit, { loading: Promise.resolve() });
  let isBusy = true;
  const second = whenServed(() => (isBusy ? busy() : Promise.resolve('the second one')));
  await settle();
  expect([deferred.get(), clock.waiting()]).toEqual(['busy', 1]);
  snapshot.set({ username: 'bo@mail.example' });
  expect(deferred.get()).toBe('busy');
  isBusy = false;
  await clock.advance(1000);
  expect([await second, deferred.get()]).toEqual(['the second one', null]);
});
