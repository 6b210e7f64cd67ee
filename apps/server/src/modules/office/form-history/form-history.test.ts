import { answer, profile, webStatus } from '@firstyear/api-contract/application';
import { formHistory } from '@firstyear/api-contract/desk';
import { isOneOf } from '@firstyear/form-engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { at, renamedAndDropped, serveLater, stopReleases } from '../../application/releases/next-release.testing.ts';
import { newApplicant } from '../../application/row/applicant.testing.ts';

const next = renamedAndDropped('history-2');
const MOTTO = '{"kind":"text","key":"motto","label":"Motto"}';
const last = renamedAndDropped('history-2', [MOTTO, `${MOTTO},{"kind":"text","key":"anthem","label":"Anthem"}`]);
let old: TestApp;
let middle: TestApp;
let now: TestApp;
beforeAll(async () => {
  old = await testApp();
  middle = await serveLater(old, next);
  const limited_roles = { art_clerk: { role: 'clerk', when: isOneOf('applied_major', ['art']) } } as const;
  now = await testApp({
    ...{ database: old.database, config: old.deps.config, clock: old.clock, form: last },
    deps: { office: { limited_roles } },
  });
});
afterAll(() => stopReleases(old, middle, now));

test('the office reads what each release changed, in the words of the form, and in how many drafts it set answers aside', async () => {
  for (const toefl_score of ['98', '101', '']) {
    const ada = await newApplicant(old);
    const applied_major = toefl_score === '98' ? 'art' : 'nursing';
    const given = { toefl_taken: 'yes', toefl_score, marital_status: toefl_score && 'widowed', applied_major };
    await ada.call(answer, { payload: given });
    await ada.call(webStatus, { payload: { web_status: 'started' } });
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
          ...{ number: 3, serves: true, drafts: 0, released_at: expect.any(String) },
          changes: [{ kind: 'added', name: 'Anthem' }],
        },
        {
          ...{ number: 2, serves: false, drafts: 2, released_at: expect.any(String) },
          changes: [
            { kind: 'added', name: 'Motto' },
            { kind: 'choice_gone', name: 'Marital status', before: 'Widowed' },
            { kind: 'gone', name: 'TOEFL Score' },
            { kind: 'renamed', name: 'Preferred Name', before: 'preferred_name', after: 'called_name' },
          ],
        },
        { number: 1, serves: false, drafts: 0, released_at: expect.any(String), changes: [] },
      ],
    },
  ]);
  const artClerk = await newColleague(now, 'art_clerk');
  const { forms = [] } = (await artClerk.call(formHistory)).body;
  expect(forms[0]?.releases.map(({ drafts }) => drafts)).toEqual([0, 1, 0]);
  expect((await newApplicant(now).then((ada) => ada.call(formHistory))).status).toBe(401);
});
