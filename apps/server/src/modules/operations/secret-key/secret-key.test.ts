import { randomBytes } from 'node:crypto';
import { answer, profile } from '@firstyear/api-contract/application';
import type { Answers } from '@firstyear/form-engine';
import { beforeEach, expect, test } from 'vitest';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import { StartRefusal } from '../../../process/start-refusal.ts';
import { suiteApp } from '../../../testing/app.ts';
import { staffSealer } from '../../accounts/staff/people.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { answerSealer } from '../../application/answers/sealed-answers.ts';
import { newApplicant } from '../../application/row/applicant.testing.ts';
import { requireKnownKeys, rotateKey } from './service.ts';

const KEY = 'alien_registration_number';
const [old, next, other] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const only = (current: Buffer): InstallationSecret => ({ current, previous: undefined });
const both: InstallationSecret = { current: next, previous: old };

const server = await suiteApp({ config: { secret: only(old) } });
beforeEach(async () => {
  await server.db.deleteFrom('secret_key').execute();
  await server.db.deleteFrom('application').execute();
});

const depsOf = (secret: InstallationSecret) => ({ ...server.deps, config: { secret } });
const sealerOf = (secret: InstallationSecret) => answerSealer(secret, () => {});
const start = (secret: InstallationSecret) => requireKnownKeys(depsOf(secret));

async function store(id: string, sealed: Readonly<Record<string, string>>): Promise<void> {
  const sealed_answers = JSON.stringify(sealed);
  await server.db.updateTable('application').set({ sealed_answers }).where('id', '=', id).execute();
}

async function sealedApplicant(secret = only(old)) {
  const applicant = await newApplicant(server);
  const id = applicant.applicationId;
  await store(id, sealerOf(secret).seal(server.form, id, { [KEY]: `A-${id}` }).sealed_answers);
  return applicant;
}

async function read(id: string, secret: InstallationSecret): Promise<Answers> {
  const { sealed_answers } = await server.db
    .selectFrom('application')
    .select('sealed_answers')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return sealerOf(secret).open(id, { answers: {}, sealed_answers });
}

test('the first process records its key, and one with another key is refused with instructions', async () => {
  await start(only(old));
  await start(only(old));
  await expect(start(only(other))).rejects.toThrow(StartRefusal);
  await expect(start(only(other))).rejects.toThrow(
    /Give this process the same key as before; .* SECRET_KEY_PREVIOUS\.$/,
  );
  await expect(start({ current: other, previous: next })).rejects.toThrow(StartRefusal);
});

test('if two processes with different keys start at the same time on an empty database, only one starts', async () => {
  const outcomes = await Promise.allSettled([start(only(old)), start(only(other))]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('while a key is replaced, every process must know both, whichever it encrypts with', async () => {
  await start(only(old));
  await start({ current: old, previous: next });
  await start(both);
  await start({ current: old, previous: next });
  await expect(start(only(old))).rejects.toThrow(
    /being replaced, .* until "npm run admissions -- rotate-key" has ended\.$/,
  );
  await expect(start(only(next))).rejects.toThrow(StartRefusal);
});

test('rotation reseals every answer with the current key, reports its progress, and then the earlier key can be removed', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await sealedApplicant()).applicationId);
  await start(only(old));
  const progress: string[] = [];
  const rotation = await rotateKey(depsOf(both), (done, total) => progress.push(`${done}/${total}`));
  expect(rotation).toEqual({ resealed: 3, unreadable: 0 });
  expect(progress).toEqual(['3/3', '3/3']);
  for (const id of ids) expect(await read(id, only(next))).toEqual({ [KEY]: `A-${id}` });
  await start(only(next));
  await expect(start(only(old))).rejects.toThrow(StartRefusal);
  expect(await rotateKey(depsOf(only(next)), () => {})).toEqual({ resealed: 0, unreadable: 0 });
});

test('an interrupted rotation resumes, and leaves unreadable answers unchanged', async () => {
  const done = await sealedApplicant(only(next));
  const waiting = await sealedApplicant();
  const lost = await sealedApplicant(only(other));
  await start(only(old));
  expect(await rotateKey(depsOf(both), () => {})).toEqual({ resealed: 1, unreadable: 1 });
  for (const { applicationId: id } of [done, waiting]) expect(await read(id, only(next))).toEqual({ [KEY]: `A-${id}` });
  expect(await read(lost.applicationId, only(other))).toEqual({ [KEY]: `A-${lost.applicationId}` });
});

test('a damaged answer shows as empty, the rest of the profile can be read and saved, and nothing is lost', async () => {
  const ada = await sealedApplicant(only(other));
  const shown = await ada.call(profile);
  expect(shown.status).toBe(200);
  expect((await ada.call(answer, { payload: { first_name: 'Ada' } })).status).toBe(200);
  const again = await ada.call(profile);
  expect(again.body.answer).toMatchObject({ first_name: 'Ada' });
  expect(again.body.answer).not.toHaveProperty(KEY);
  expect(await read(ada.applicationId, only(other))).toEqual({ [KEY]: `A-${ada.applicationId}` });
});

test('rotation reseals the keys of authenticator apps and sessions, each bound to its owner', async () => {
  const sealed = (text: string, id: string) => staffSealer(depsOf(only(old))).seal(text, id);
  const ids = [(await newColleague(server, 'clerk')).staffId, (await newColleague(server, 'reader')).staffId];
  for (const id of ids) {
    const [totp_secret, refresh_token] = [sealed('KEY', id), sealed('TOKEN', id)];
    await server.db.updateTable('staff_person').set({ totp_secret }).where('id', '=', id).execute();
    await server.db.updateTable('staff_session').set({ refresh_token }).where('staff_id', '=', id).execute();
  }
  await start(only(old));
  await rotateKey(depsOf(both), () => {});
  const opened = async (secret: InstallationSecret) => {
    const sealer = staffSealer(depsOf(secret));
    const people = server.db.selectFrom('staff_person').innerJoin('staff_session', 'staff_id', 'staff_person.id');
    const rows = await people
      .select(['staff_id', 'totp_secret', 'refresh_token'])
      .where('staff_id', 'in', ids)
      .execute();
    return rows.map(({ staff_id, totp_secret, refresh_token }) => [
      sealer.open(totp_secret ?? '', staff_id),
      sealer.open(refresh_token ?? '', staff_id),
      sealer.open(totp_secret ?? '', ids.find((id) => id !== staff_id) ?? ''),
    ]);
  };
  expect(await opened(only(next))).toEqual(Array(2).fill(['KEY', 'TOKEN', undefined]));
  expect(await opened(only(old))).toEqual(Array(2).fill([undefined, undefined, undefined]));
});
