import { answer, profile } from '@firstyear/api-contract/application';
import { FORM_RELEASE_HEADER } from '@firstyear/api-contract/save-headers';
import { indexForm } from '@firstyear/form-engine';
import { renamed } from '@firstyear/form-engine/releases';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type Applicant, newApplicant } from '../row/applicant.testing.ts';

const PEOPLE = 8;
const ROUNDS = 12;
const RELEASE = 'freshman-2';
const FIRST = englishForm(definition);
/** The next release renames one question and adds another. */
const json = JSON.stringify({ pages: FIRST.pages, roles: FIRST.roles })
  .replaceAll('"preferred_name"', '"called_name"')
  .replace(
    '{"kind":"text","key":"called_name"',
    '{"kind":"text","key":"motto","label":"Motto"},{"kind":"text","key":"called_name"',
  );
const migrations = [{ id: RELEASE, changes: [renamed('preferred_name', 'called_name')] }];

let old: TestApp;
let next: TestApp;
beforeAll(async () => {
  old = await testApp();
  const form = indexForm({ ...JSON.parse(json), migrations }, FIRST.words);
  next = await testApp({ database: old.database, config: old.deps.config, clock: old.clock, form });
});
afterAll(async () => {
  await next.app.close();
  await next.jobs.stop();
  await old.stop();
});

const servers = () => [old, next] as const;
const browserAt = (place: number, applicant: Applicant) => {
  const browser = (servers()[place % 2] ?? old).client();
  for (const [name, value] of applicant.cookies) browser.cookies.set(name, value);
  return browser;
};

interface Sent {
  readonly payload: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a save as a page does, again where only the newer server can take it. */
async function save(place: number, applicant: Applicant, sent: Sent) {
  const response = await browserAt(place, applicant).call(answer, sent);
  return response.status === 503 ? browserAt(1, applicant).call(answer, sent) : response;
}

/** Saves from a tab of each release at one server while the profile is read at the other; returns the number of acknowledged saves. */
async function work(applicant: Applicant, person: number): Promise<number> {
  let acknowledged = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    old.clock.advance(10);
    const place = (round * 7 + person * 3) % 4;
    const headers = { [FORM_RELEASE_HEADER]: RELEASE };
    // The name is typed alternately into a tab of the old and of the new release.
    const name =
      round % 3 === 0
        ? { payload: { called_name: `Name ${round}`, motto: `Motto ${round}` }, headers }
        : { payload: { preferred_name: `Name ${round}` } };
    const [named, moved] = await Promise.all([
      save(place, applicant, name),
      save(place >> 1, applicant, { payload: { city: `City ${round}` } }),
      browserAt(place + 1, applicant).call(profile),
    ]);
    for (const { status, body } of [named, moved]) {
      expect(body.refused).toBeUndefined();
      expect(status).toBe(200);
      acknowledged += 1;
    }
  }
  return acknowledged;
}

test('while a release with a rename is rolled out, nothing acknowledged is lost', async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => newApplicant(old)));
  const counts = await Promise.all(people.map(work));
  expect(counts).toEqual(people.map(() => 2 * ROUNDS));
  for (const applicant of people) {
    const { answer: answers } = (await browserAt(1, applicant).call(profile)).body;
    const last = { called_name: `Name ${ROUNDS}`, motto: `Motto ${ROUNDS}`, city: `City ${ROUNDS}` };
    expect(answers).toMatchObject(last);
  }
});
