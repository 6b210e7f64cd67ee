import { afterEach, describe, expect, test, vi } from 'vitest';
import { momentOf } from './answers.ts';

describe('the time zone of the applicant', () => {
  afterEach(() => void vi.unstubAllEnvs());

  test.each([
    // Early evening in Kentucky, when it is tomorrow in UTC already.
    ['America/Kentucky/Louisville', '2026-11-21T23:30:00Z', '2026-11-21'],
    ['America/Kentucky/Louisville', '2026-11-22T00:30:00Z', '2026-11-21'],
    ['America/Kentucky/Louisville', '2026-11-22T05:00:00Z', '2026-11-22'],
    ['America/Los_Angeles', '2027-01-01T07:59:00Z', '2026-12-31'],
    ['Pacific/Auckland', '2026-11-21T11:00:00Z', '2026-11-22'],
    ['Asia/Kathmandu', '2026-11-21T18:14:00Z', '2026-11-21'],
    ['Asia/Kathmandu', '2026-11-21T18:15:00Z', '2026-11-22'],
  ])('[AMB-145] in %s it is at %s the day %s', (zone, instant, today) => {
    vi.stubEnv('TZ', zone);
    expect(momentOf(new Date(instant))).toEqual({ now: Date.parse(instant), today });
  });
});
