import { answer, profile, submit } from '@firstyear/api-contract/application';
import { login, logout } from '@firstyear/api-contract/identity';
import { lookupFind } from '@firstyear/api-contract/lookup';
import { ENGLISH } from '@firstyear/words';
import { apiErrors } from '@firstyear/words/api-errors';
import { expect, test } from 'vitest';
import { newApplicant } from '../modules/application/row/applicant.testing.ts';
import { suiteApp } from '../testing/app.ts';
import { classOf, MIN_CALLS_AT_ONCE, NO_LOAD, SHED_LIMITS, shedReason } from './shedding.ts';

test('lookups are shed before profiles and logins, and those before saves, submissions and logouts', () => {
  const classes = [
    classOf(lookupFind, lookupFind.path),
    classOf(profile, profile.path),
    classOf(login, login.path),
    classOf(undefined, '/files/document/transcript'),
    classOf(answer, answer.path),
    classOf(submit, submit.path),
    classOf(logout, logout.path),
    classOf({ ...answer, for: 'staff' }, answer.path),
    classOf({ ...profile, for: 'staff' }, profile.path),
  ];
  expect(classes).toEqual(['lookup', 'read', 'read', 'read', 'write', 'write', 'write', 'read', 'read']);
  for (const path of ['/about', '/assets/index.js', '/health', '/livez', '/readyz']) {
    expect(classOf(undefined, path)).toBeUndefined();
  }
  const shedAt = (load: Partial<{ loopDelayMs: number; waitMs: number; callsAtOnce: number }>) =>
    (['lookup', 'read', 'write'] as const).filter(
      (item) => shedReason(item, { loopDelayMs: 0, waitMs: 0, callsAtOnce: 100, ...load }) !== undefined,
    );
  expect(shedAt({})).toEqual([]);
  expect([shedAt({ waitMs: 51 }), shedAt({ loopDelayMs: 101 })]).toEqual([['lookup'], ['lookup']]);
  expect([shedAt({ waitMs: 76 }), shedAt({ loopDelayMs: 151 })]).toEqual([
    ['lookup', 'read'],
    ['lookup', 'read'],
  ]);
  expect([shedAt({ waitMs: 125 }), shedAt({ waitMs: 126 })]).toEqual([
    ['lookup', 'read'],
    ['lookup', 'read', 'write'],
  ]);
  expect([shedAt({ loopDelayMs: 200 }), shedAt({ loopDelayMs: 201 })]).toEqual([
    ['lookup', 'read'],
    ['lookup', 'read', 'write'],
  ]);
  // With few concurrent calls, another program keeps the machine busy.
  expect(shedAt({ loopDelayMs: 5_000, callsAtOnce: MIN_CALLS_AT_ONCE - 1 })).toEqual([]);
});

const t = await suiteApp({
  deps: { load: { loopDelayMs: () => load.loopDelayMs(), waitMs: (party) => load.waitMs(party) } },
});
const load = { ...NO_LOAD };

test('an overloaded server refuses lookups and profiles at once with a message, and still saves answers', async () => {
  const ada = await newApplicant(t);
  const people = await Promise.all(Array.from({ length: MIN_CALLS_AT_ONCE }, () => newApplicant(t)));
  const lock = await t.database.pool.connect();
  await lock.query('begin; lock table session in access exclusive mode');
  const waiting = people.map((person) => person.call(profile));
  try {
    load.waitMs = () => SHED_LIMITS.read.waitMs + 1;
    const query = { category: 'hs_ceeb', text: 'Sampleton' } as const;
    for (const refused of [await ada.call(profile), await ada.call(lookupFind, { query })]) {
      expect(refused).toMatchObject({
        status: 503,
        body: { code: 'overloaded', message: apiErrors.in(ENGLISH).overloaded },
      });
      expect(refused.headers['retry-after']).toBe('5');
      expect(refused.headers['cache-control']).toBe('no-store');
    }
    expect((await t.app.inject('/livez')).statusCode).toBe(200);
    const saving = ada.call(answer, { payload: { first_name: 'Ada' } });
    await lock.query('rollback');
    expect((await saving).status).toBe(200);
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
    // With few concurrent calls, nothing is refused.
    expect((await ada.call(profile)).status).toBe(200);
  } finally {
    load.waitMs = NO_LOAD.waitMs;
    lock.release();
  }
  expect(await t.deps.metrics.registry.metrics()).toContain(
    'firstyear_http_requests_shed_total{class="lookup",reason="wait"} 1',
  );
});
