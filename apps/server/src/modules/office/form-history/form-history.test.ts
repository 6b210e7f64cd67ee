import { formHistory } from '@firstyear/api-contract/desk';
import { choiceReplaced, renamed } from '@firstyear/form-engine/releases';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import {
  changed,
  renamedAndDropped,
  serveLater,
  stopReleases,
} from '../../application/releases/next-release.testing.ts';
import { newApplicant } from '../../application/row/applicant.testing.ts';

const next = renamedAndDropped('history-2');
const MOTTO = '{"kind":"text","key":"motto","label":"Motto"}';
const ADDED = ['anthem', 'crest'].map((key) => `,{"kind":"text","key":"${key}","label":"Our ${key}"}`).join('');
const last = renamedAndDropped('history-2', [MOTTO, `${MOTTO}${ADDED}`]);
let old: TestApp;
let middle: TestApp;
let now: TestApp;
beforeAll(async () => {
  old = await testApp();
  middle = await serveLater(old, next);
  now = await testApp({ database: old.database, config: old.deps.config, clock: old.clock, form: last });
});
afterAll(() => stopReleases(old, middle, now));

test('the office reads what each release changed, in the words of the form', async () => {
  const clerk = await newColleague(now, 'clerk');
  const { status, body } = await clerk.call(formHistory);
  expect(status).toBe(200);
  const released_at = expect.any(String);
  expect(body.forms).toEqual([
    {
      form: 'freshman',
      releases: [
        { number: 3, serves: true, released_at, changes: ['New question: Our anthem', 'New question: Our crest'] },
        {
          ...{ number: 2, serves: false, released_at },
          changes: [
            'New question: Motto',
            'A choice is gone: Marital status, “Widowed”',
            'No longer asked: TOEFL Score',
            'In another column of exports: Preferred Name (called_name, before: preferred_name)',
          ],
        },
        { number: 1, serves: false, released_at, changes: [] },
      ],
    },
  ]);
  expect((await newApplicant(now).then((ada) => ada.call(formHistory))).status).toBe(401);
});

test('a group of tabs and a repeater are called by what applicants read', async () => {
  const moved = {
    id: 'history-parts',
    changes: [choiceReplaced('hs_record', { upload: 'send' }), renamed('jobs', 'work')],
  };
  const first = await testApp();
  const later = await serveLater(
    first,
    changed([moved], ['"id":"upload"', '"id":"send"'], ['"id":"jobs"', '"id":"work"']),
  );
  onTestFinished(() => stopReleases(first, later));
  const { body } = await (await newColleague(later, 'clerk')).call(formHistory);
  expect(body.forms?.[0]?.releases[0]?.changes).toEqual([
    'A choice is gone: Your high school transcript, “Upload transcript”',
    'In another column of exports: Job (work, before: jobs)',
  ]);
});
