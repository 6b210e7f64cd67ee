import { type Form, indexForm } from '@firstyear/form-engine';
import { choiceWithdrawn, dropped, type Migration, renamed } from '@firstyear/form-engine/releases';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { type TestApp, testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';

const FIRST = englishForm(definition);

/** Larkmoor's form with replaced texts in its JSON, and these migrations. Omits objects that have the key "gone". */
export function changed(migrations: readonly Migration[], ...texts: readonly (readonly [string, string])[]): Form {
  let json = JSON.stringify({ pages: FIRST.pages, roles: FIRST.roles });
  for (const [before, after] of texts) {
    if (!json.includes(before)) throw new Error(`The form has no ${before}.`);
    json = json.replaceAll(before, after);
  }
  const withoutGone = (_: string, value: unknown): unknown =>
    Array.isArray(value) ? value.filter((item) => !Object.hasOwn(Object(item), 'gone')) : value;
  return indexForm({ ...JSON.parse(json, withoutGone), migrations }, FIRST.words);
}

/** The form after a release that renames a question, adds one, drops one and withdraws a choice. */
export const renamedAndDropped = (id: string, ...more: readonly (readonly [string, string])[]): Form =>
  changed(
    [
      {
        id,
        changes: [
          renamed('preferred_name', 'called_name'),
          dropped('toefl_score'),
          choiceWithdrawn('marital_status', ['widowed']),
        ],
      },
    ],
    ['"preferred_name"', '"called_name"'],
    [
      '{"kind":"text","key":"toefl_score"',
      '{"kind":"text","key":"motto","label":"Motto"},{"gone":true,"key":"toefl_score"',
    ],
    ['{"value":"widowed","label":"Widowed"}', '{"gone":true}'],
    ...more,
  );

/** A server of a later release on the database of an earlier one. */
export const serveLater = (first: TestApp, form: Form): Promise<TestApp> =>
  testApp({ database: first.database, config: first.deps.config, clock: first.clock, form });

/** Stops servers of later releases, then the one that has the database. */
export async function stopReleases(first: TestApp, ...later: readonly TestApp[]): Promise<void> {
  for (const { app, jobs } of later) {
    await app.close();
    await jobs.stop();
  }
  await first.stop();
}

/** The applicant's browser at another server. */
export function at(server: TestApp, applicant: Client): Client {
  const client = server.client();
  for (const [name, value] of applicant.cookies) client.cookies.set(name, value);
  return client;
}

/** Answers from before a release changes the questions. */
export const BEFORE = {
  preferred_name: 'Addie',
  birth_city: 'Sampleton Kentucky',
  counselor_first_name: 'Casey',
  counselor_last_name: 'Counselor',
  applied_major: 'biology',
  applied_major_desc: 'Biology',
  marital_status: 'widowed',
  marital_status_desc: 'Widowed',
  toefl_taken: 'yes',
  toefl_score: '98',
  citizenship_type: 'permanent_resident',
  alien_registration_number: '000000000',
};
