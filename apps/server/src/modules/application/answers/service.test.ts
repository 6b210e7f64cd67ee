import { randomBytes } from 'node:crypto';
import { check, equals, file, showWhen, tabGroup, text } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { freshman } from '@firstyear/partners/larkmoor/form';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { ENGLISH } from '@firstyear/words';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { sayError } from '../../../plugins/error-words.ts';
import { TestClock } from '../../../testing/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { lockForSave, saveAnswers } from '../row/saved-answers.ts';
import { answerReader } from './sealed-answers.ts';
import { answerService, type SaveOrigin } from './service.ts';

const { transcript } = freshman.documents;
const document = (key: string) => file({ ...transcript, key });

/** Three document questions: always visible, behind a condition, and in a tab that isn't chosen. */
const form = englishForm({
  pages: [
    {
      id: 'about',
      navLabel: 'About',
      title: 'About',
      items: [
        text({ key: 'city', label: 'City', maxLength: 10 }),
        check({ key: 'mother', label: 'Mother' }),
        ...Array.from({ length: 17 }, (_, number) => text({ key: `note_${number}`, label: `Note ${number}` })),
        document('always'),
        showWhen(equals('mother', true), [
          text({ key: 'mother_name', label: 'Name' }),
          document('conditional'),
          showWhen(equals('city', 'Sampleton'), [document('conditional_in_it')]),
        ]),
        tabGroup({ id: 'kind', legend: 'Kind' }, [
          { id: 'one', label: 'One', items: [text({ key: 'one_name', label: 'Name' })] },
          { id: 'two', label: 'Two', items: [document('in_a_tab')] },
        ]),
      ],
    },
  ],
});

const served = { id: 'sample', season: '2027', form, partner, releaseId: null };

let database: TestDatabase;
let applicant: OwnApplication;
let hidden: string[][];
const clock = new TestClock();
const service = () =>
  answerService({
    db: database.db,
    clock: clock.now,
    ...answerReader({ current: randomBytes(32), previous: undefined }, { warn: () => {} }),
    onDocumentsHidden: async (_tx, _applicationId, keys) => void hidden.push([...keys]),
  });
const from = (client: string, ageMs = 0, sequence = 1): SaveOrigin => ({ client, sequence, ageMs });
const row = () =>
  database.db
    .selectFrom('application')
    .selectAll()
    .where('account_id', '=', applicant.accountId)
    .executeTakeFirstOrThrow();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  hidden = [];
  const email = `ada.testperson.${randomBytes(4).toString('hex')}@mail.example`;
  const now = clock.now();
  const account = { email, password_hash: null, created_at: now, confirmed_at: now };
  const { id: accountId } = await database.db
    .insertInto('account')
    .values(account)
    .returning('id')
    .executeTakeFirstOrThrow();
  applicant = { accountId, served };
});

test('[AMB-082] the problem of an answer is described in words, with its name', async () => {
  const refused = await service().save(
    applicant,
    { city: 'x'.repeat(11), mother: 'yes', nothing: '', mother_name: 'Ada' },
    from('a'),
  );
  const sentences = Object.entries(refused).map(([key, words]) => [key, sayError('bad_answer', words, ENGLISH)]);
  expect(Object.fromEntries(sentences)).toEqual({
    city: "We couldn't save this: the answer to “City” is longer than this question allows.",
    mother: "We couldn't save this: the answer to “Mother” isn't the kind of answer this question takes.",
    nothing:
      "We couldn't save this: the answer to “nothing” can't be kept, because this application has no such question.",
  });
});

test('[AMB-082] a save without a valid answer is refused with the first reason, and a long name is cut', async () => {
  const key = 'k'.repeat(200);
  await expect(service().save(applicant, { [key]: 'x', other: 'x' }, from('a'))).rejects.toMatchObject({
    code: 'bad_answer',
    words: { id: 'bad_answer_unknown', values: { name: 'k'.repeat(80) } },
  });
  expect(await service().save(applicant, {}, from('a'))).toEqual({});
});

test('a save counts from the time of typing, and makes a new version only if it changes something', async () => {
  await service().save(applicant, { city: 'Sampleton' }, from('tab-1', 2_000, 7));
  const first = await row();
  const edited_at = clock.now().getTime() - 2_000;
  expect(first.answers).toMatchObject({ city: 'Sampleton' });
  expect(first.recent_versions).toMatchObject({ city: { client: 'tab-1', sequence: 7, edited_at } });
  clock.advance(5_000);
  await service().save(applicant, { city: 'Sampleton' }, from('tab-2'));
  const again = await row();
  expect(again.version).toBe(first.version);
  expect(again.recent_versions.city).toMatchObject({ client: 'tab-2', edited_at: clock.now().getTime() });
  await service().save(applicant, { city: 'Newtown' }, from('tab-2', 0, 2));
  const changed = await row();
  expect(changed.version).toBe(Number(first.version) + 1);
  expect(changed.updated_at).toEqual(clock.now());
});

/** The keys in the two columns of versions. */
async function placesOfVersions() {
  const { answer_versions, recent_versions } = await row();
  return { moved: Object.keys(answer_versions).sort(), recent: Object.keys(recent_versions).sort() };
}

test('recent versions have their own column, and are moved to the others when there are many', async () => {
  const names = Array.from({ length: 17 }, (_, number) => `note_${number}`);
  for (const name of names.slice(0, 16)) await service().save(applicant, { [name]: 'a' }, from('tab-1', 5_000));
  await service().save(applicant, { note_0: 'b' }, from('tab-1', 4_000, 2));
  expect(await placesOfVersions()).toEqual({ moved: [], recent: names.slice(0, 16).sort() });
  await service().save(applicant, { note_16: 'a' }, from('tab-1', 5_000));
  expect(await placesOfVersions()).toEqual({ moved: [...names].sort(), recent: [] });
  // An unchanged answer, typed later: of two versions the recent one counts.
  await service().save(applicant, { note_3: 'a' }, from('tab-2', 1_000));
  await service().save(applicant, { note_3: 'older', note_4: 'newer' }, from('tab-3', 3_000));
  expect((await row()).answers).toMatchObject({ note_0: 'b', note_3: 'a', note_4: 'newer' });
  expect((await placesOfVersions()).recent).toEqual(['note_3', 'note_4']);
  // One of them is recent, the other was moved.
  await service().save(applicant, { note_4: 'older', note_5: 'older' }, from('tab-4', 6_000));
  expect((await row()).answers).toMatchObject({ note_4: 'newer', note_5: 'a' });
});

test('saving many answers at once, and again unchanged, records the versions of all', async () => {
  const many = (value: string) =>
    Object.fromEntries(Array.from({ length: 17 }, (_, number) => [`note_${number}`, value]));
  await service().save(applicant, many('a'), from('tab-1', 5_000));
  await service().save(applicant, many('a'), from('tab-2', 1_000));
  expect(await placesOfVersions()).toMatchObject({ recent: [] });
  await service().save(applicant, many('older'), from('tab-3', 3_000));
  expect((await row()).answers).toMatchObject(many('a'));
});

test.each([
  { by: 'the save', place: 'recent', namedMs: 8_000, betweenMs: 4_000 },
  { by: 'the save', place: 'moved', namedMs: 8_000, betweenMs: 4_000 },
  { by: 'the later writer', place: 'recent', namedMs: 1_000, betweenMs: 2_000 },
  { by: 'the later writer', place: 'moved', namedMs: 1_000, betweenMs: 2_000 },
])(
  'answers that a save hides count as written by $by, with earlier versions $place',
  async ({ place, namedMs, betweenMs }) => {
    await service().save(applicant, { mother: true }, from('tab-1', 9_000));
    await service().save(applicant, { mother_name: 'Ann' }, from('tab-2', namedMs));
    const { id, recent_versions } = await row();
    const moved = { answer_versions: JSON.stringify(recent_versions), recent_versions: '{}' };
    if (place === 'moved') await database.db.updateTable('application').set(moved).where('id', '=', id).execute();
    await service().save(applicant, { mother: false }, from('tab-1', 3_000, 2));
    await service().save(applicant, { mother: true }, from('tab-1', 500, 3));
    await service().save(applicant, { mother_name: 'Between' }, from('tab-3', betweenMs));
    expect((await row()).answers).toMatchObject({ mother: true, mother_name: '' });
  },
);

test.each([
  ['the latest of an application', true, 1],
  ['many of an application', true, 17],
  ['the first of an account', false, 1],
])(
  'a save that waits for another one, with %s, knows the versions written meanwhile',
  async (_, hasApplication, notes) => {
    if (hasApplication) await service().save(applicant, { city: 'First' }, from('tab-1', 9_000));
    const version = { client: 'tab-2', sequence: 1, edited_at: clock.now().getTime() - 1_000 };
    const others = Array.from({ length: notes - 1 }, (_note, number) => [`note_${number}`, version]);
    let waiting: Promise<unknown> = Promise.resolve();
    await inTransaction(database.db, async (tx) => {
      const lock = await lockForSave(tx, applicant, ['city'], clock.now());
      waiting = service().save(applicant, { city: 'Older' }, from('tab-3', 5_000));
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
        expect(rows).toHaveLength(1);
      });
      const saved = { answers: '{"city":"Newer"}', sealed_answers: '{}', release_id: null };
      await saveAnswers(tx, lock.id, saved, { ...Object.fromEntries(others), city: version }, clock.now());
    });
    await waiting;
    expect((await row()).answers).toMatchObject({ city: 'Newer' });
  },
);

test("[AMB-120] only documents whose condition doesn't hold are named", async () => {
  await service().save(applicant, { mother: true }, from('a'));
  expect(hidden).toEqual([['conditional_in_it']]);
  await service().save(applicant, { mother: false, city: 'Sampleton' }, from('a', 0, 2));
  expect(hidden.at(-1)).toEqual(['conditional', 'conditional_in_it']);
  await service().save(applicant, { city: 'Sampleton' }, from('a', 0, 3));
  expect(hidden).toHaveLength(2);
});
