import { randomBytes } from 'node:crypto';
import { check, equals, file, indexForm, showWhen, tabGroup, text } from '@firstyear/application-form';
import { partner } from '@firstyear/partners/larkmoor';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestClock } from '../../testing/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { answerReader } from './answer-reader.ts';
import { answerService, type SaveOrigin } from './service.ts';

const { transcript } = partner.documents;
const document = (key: string) => file({ ...transcript, key });

/** One document that is always asked for, one behind a condition, one in a tab that is not chosen. */
const form = indexForm({
  pages: [
    {
      id: 'about',
      navLabel: 'About',
      title: 'About',
      items: [
        text({ key: 'city', label: 'City', maxLength: 10 }),
        check({ key: 'mother', label: 'Mother' }),
        document('always'),
        showWhen(equals('mother', true), [text({ key: 'mother_name', label: 'Name' }), document('conditional')]),
        tabGroup({ id: 'kind', legend: 'Kind' }, [
          { id: 'one', label: 'One', items: [text({ key: 'one_name', label: 'Name' })] },
          { id: 'two', label: 'Two', items: [document('in_a_tab')] },
        ]),
      ],
    },
  ],
});

let database: TestDatabase;
let accountId: string;
let hidden: string[][];
const clock = new TestClock();
const service = () =>
  answerService({
    db: database.db,
    form,
    clock: clock.now,
    ...answerReader(form, { current: randomBytes(32), previous: undefined }, { warn: () => {} }),
    onDocumentsHidden: async (_tx, _applicationId, keys) => void hidden.push([...keys]),
  });
const from = (client: string, ageMs = 0, sequence = 1): SaveOrigin => ({ client, sequence, ageMs });
const row = () =>
  database.db.selectFrom('application').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  hidden = [];
  const email = `ada.testperson.${randomBytes(4).toString('hex')}@mail.example`;
  const now = clock.now();
  const account = { email, password_hash: null, created_at: now, confirmed_at: now };
  ({ id: accountId } = await database.db
    .insertInto('account')
    .values(account)
    .returning('id')
    .executeTakeFirstOrThrow());
});

test('[AMB-082] what is wrong with an answer is said by its name, in words', async () => {
  const refused = await service().save(
    accountId,
    { city: 'x'.repeat(11), mother: 'yes', nothing: '', mother_name: 'Ada' },
    from('a'),
  );
  expect(refused).toEqual({
    city: "We couldn't save this: the answer to “City” is longer than this question allows.",
    mother: "We couldn't save this: the answer to “Mother” isn't the kind of answer this question takes.",
    nothing:
      "We couldn't save this: the answer to “nothing” can't be kept, because this application has no such question.",
  });
});

test('[AMB-082] a save without one good answer is refused with the first reason, and a long name is cut', async () => {
  const key = 'k'.repeat(200);
  await expect(service().save(accountId, { [key]: 'x', other: 'x' }, from('a'))).rejects.toMatchObject({
    code: 'bad_answer',
    message: `We couldn't save this: the answer to “${'k'.repeat(80)}” can't be kept, because this application has no such question.`,
  });
  expect(await service().save(accountId, {}, from('a'))).toEqual({});
});

test('a save counts from when it was typed, and makes a new version only when it changes something', async () => {
  await service().save(accountId, { city: 'Sampleton' }, from('tab-1', 2_000, 7));
  const first = await row();
  const edited_at = clock.now().getTime() - 2_000;
  expect(first.answers).toMatchObject({ city: 'Sampleton' });
  expect(first.answer_versions).toMatchObject({ city: { client: 'tab-1', sequence: 7, edited_at } });
  clock.advance(5_000);
  await service().save(accountId, { city: 'Sampleton' }, from('tab-2'));
  const again = await row();
  expect(again.version).toBe(first.version);
  expect(again.answer_versions.city).toMatchObject({ client: 'tab-2', edited_at: clock.now().getTime() });
  await service().save(accountId, { city: 'Newtown' }, from('tab-2', 0, 2));
  const changed = await row();
  expect(changed.version).toBe(Number(first.version) + 1);
  expect(changed.updated_at).toEqual(clock.now());
});

test('an answer that the next version saved counts as written by it, and an older one does not overwrite it', async () => {
  await service().save(accountId, { city: 'First', mother: true, mother_name: 'Ann' }, from('tab-1', 9_000));
  const { id } = await row();
  // As the next version saves: it leaves answer_versions as they are.
  const version = { client: 'tab-1', sequence: 2, edited_at: clock.now().getTime() - 1_000 };
  await database.db
    .updateTable('application')
    .set({
      answers: JSON.stringify({ city: 'Second', mother: true, mother_name: 'Ann' }),
      recent_versions: JSON.stringify({ city: version }),
    })
    .where('id', '=', id)
    .execute();
  await service().save(accountId, { city: 'Typed before', mother_name: 'Anna' }, from('tab-2', 5_000));
  const after = await row();
  expect(after.answers).toMatchObject({ city: 'Second', mother_name: 'Anna' });
  expect(after.answer_versions).toMatchObject({ city: version, mother_name: { client: 'tab-2' } });
  expect(after.recent_versions).toEqual({});
});

test('[AMB-120] documents behind a condition that does not hold are named, others are not', async () => {
  await service().save(accountId, { mother: true }, from('a'));
  expect(hidden).toEqual([]);
  await service().save(accountId, { mother: false, city: 'Sampleton' }, from('a', 0, 2));
  expect(hidden).toEqual([['conditional']]);
  await service().save(accountId, { city: 'Sampleton' }, from('a', 0, 3));
  expect(hidden).toHaveLength(1);
});
