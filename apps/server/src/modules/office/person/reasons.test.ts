import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { readAllRows } from '../../../testing/read-all-rows.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { workerDeps } from '../office.testing.ts';
import { deletePerson } from './service.ts';

const server = await suiteApp();

test('what staff wrote as a reason goes with the person, and the event stays', async () => {
  const director = await newColleague(server, 'director');
  const ada = await submitted(server, { first_name: 'Ada' });
  const params = { id: ada.applicationId };
  const reason = 'Ada rang: she moves to Quillhaven with her mother';
  await director.call(desk.withdraw, { params, payload: { reason } });
  const events = async () => (await director.call(desk.auditTrail, { query: { kind: 'withdrawn' } })).body.events ?? [];
  expect((await events()).map(({ text }) => text)).toEqual([`Withdrawn: ${reason}`]);
  const { history = [] } = (await director.call(desk.officeApplication, { params })).body;
  expect(history.find(({ kind }) => kind === 'withdrawn')?.reason).toBe(reason);
  const mailFolder = await mkdtemp(path.join(tmpdir(), 'firstyear-reasons-'));
  await deletePerson({ ...workerDeps(server), operator: 'grace', mailFolder }, ada.email);
  await rm(mailFolder, { recursive: true });
  expect((await readAllRows(server.database.pool)).join().includes('Quillhaven')).toBe(false);
  expect((await events()).map(({ by, text }) => [by.startsWith('Grace Staff'), text])).toEqual([[true, 'Withdrawn']]);
});
