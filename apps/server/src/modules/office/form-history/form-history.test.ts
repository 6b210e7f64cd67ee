import { answer, profile } from '@firstyear/api-contract/application';
import { formHistory } from '@firstyear/api-contract/desk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { at, renamedAndDropped, serveLater, stopReleases } from '../../application/releases/next-release.testing.ts';
import { newApplicant } from '../../application/row/applicant.testing.ts';

const next = renamedAndDropped('history-2');
let old: TestApp;
let now: TestApp;
beforeAll(async () => {
  old = await testApp();
  now = await serveLater(old, next);
});
afterAll(() => stopReleases(old, now));

test('the office reads what each release changed, in the words of the form, and in how many drafts it set answers aside', async () => {
  for (const toefl_score of ['98', '101', '']) {
    const ada = await newApplicant(old);
    await ada.call(answer, { payload: { toefl_taken: 'yes', toefl_score, marital_status: toefl_score && 'widowed' } });
    await at(now, ada).call(profile);
  }
  const clerk = await newColleague(now, 'clerk');
  const { status, body } = await clerk.call(formHistory);
  expect(status).toBe(200);
  expect(body.forms).toEqual([
    {
      form: 'freshman',
      releases: [
        {
          ...{ number: 2, serves: true, drafts: 2, released_at: expect.any(String) },
          changes: [
            { kind: 'added', name: 'Motto' },
            { kind: 'choice_gone', name: 'Marital status', before: 'Widowed' },
            { kind: 'key_gone', name: 'TOEFL Score' },
            { kind: 'renamed', name: 'Preferred Name', before: 'preferred_name', after: 'called_name' },
          ],
        },
        { number: 1, serves: false, drafts: 0, released_at: expect.any(String), changes: [] },
      ],
    },
  ]);
  expect((await newApplicant(now).then((ada) => ada.call(formHistory))).status).toBe(401);
});
