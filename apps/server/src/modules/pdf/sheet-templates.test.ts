import { partner } from '@firstyear/partners/larkmoor';
import { expect, test } from 'vitest';
import { stateLine } from './sheet-templates.ts';

test("a copy of an evening's submission names the university's day, not the next one of UTC", () => {
  const submission = { confirmation_number: 'FY27-2345-ACDE', submitted_at: new Date('2026-11-22T03:30:00Z') };
  expect(stateLine({ partner, submission })).toBe('Submitted November 21, 2026 · Confirmation number FY27-2345-ACDE');
});
