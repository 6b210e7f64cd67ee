import { answer, profile, serviceApplication, submit } from '@firstyear/api-contract/application';
import { check, equals, file, relevantAnswers, showWhen, text } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { freshmanForm } from '@firstyear/freshman';
import { definition, freshman } from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { mintStaffToken } from '../../copies/service-view/service.ts';
import { rotateKey } from '../../operations/secret-key/service.ts';
import { hashOf } from '../releases/service.ts';
import { type Applicant, fillIn, newApplicant, submitted } from '../row/applicant.testing.ts';
import { findApplicationById } from '../row/application.ts';
import { findSnapshot } from '../row/submission.ts';
import { DOCUMENT_KEY, endConversion, upload } from '../uploads/uploading.testing.ts';
import { isIntact, makeSnapshot } from './content.ts';

const server = await suiteApp();

const PDF = new TextEncoder().encode('%PDF-1.7\n%%EOF\n');
const SEALED = { citizenship_type: 'permanent_resident', alien_registration_number: 'A123-456-789' };

async function applicationOf(ada: Applicant) {
  const row = await findApplicationById(server.db, ada.applicationId);
  if (!row) throw new Error('The application is gone.');
  return row;
}

async function snapshotOf(ada: Applicant) {
  const snapshot = await findSnapshot(server.db, ada.applicationId);
  if (!snapshot) throw new Error('There is no snapshot.');
  return snapshot;
}

/** The application as the office reads it. */
async function readAsOffice(ada: Applicant) {
  const service_token = await mintStaffToken({ ...server.deps, operator: 'tests' }, await applicationOf(ada), 5);
  return (await server.client().call(serviceApplication, { query: { service_token } })).body;
}

test('[D20] while a document is being converted, submitting is refused with its name; then it is part of the submission', async () => {
  const ada = await newApplicant(server);
  await fillIn(server, ada);
  expect((await upload(server, ada, PDF, 'transcript.pdf')).status).toBe(200);
  const refused = await ada.call(submit);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'document_not_ready', message: expect.stringContaining('“High school transcript”') },
  });
  expect(refused.headers['retry-after']).toBe('2');
  expect((await ada.call(profile)).body).not.toHaveProperty('submitted_at');
  await endConversion(server, ada.applicationId);
  // The page wasn't notified that the conversion has ended.
  expect(await ada.call(submit)).toMatchObject({ status: 200, body: { answer: { [DOCUMENT_KEY]: 'ANSWERED' } } });
  const { content } = await snapshotOf(ada);
  expect(content.documents).toEqual({
    [DOCUMENT_KEY]: {
      file_name: 'transcript.pdf',
      file_size: PDF.length,
      pdf_key: expect.stringMatching(/^documents\//),
    },
  });
  expect((await readAsOffice(ada)).document_answer).toEqual({
    [DOCUMENT_KEY]: { file_name: 'transcript.pdf', file_size: PDF.length },
  });
});

test('[D20] the office always reads what was submitted, whatever happens to the rows, and a changed snapshot is detected', async () => {
  const ada = await submitted(server, { first_name: 'Ada', city: 'Portland' });
  const before = await readAsOffice(ada);
  expect(before.answer).toMatchObject({ first_name: 'Ada', city: 'Portland' });
  await server.db
    .updateTable('application')
    .set({ answers: JSON.stringify({ first_name: 'Eve' }), tabs: JSON.stringify({ hs_record: 'upload' }) })
    .where('id', '=', ada.applicationId)
    .execute();
  expect(await readAsOffice(ada)).toEqual(before);
  const snapshot = await snapshotOf(ada);
  expect(isIntact(snapshot)).toBe(true);
  const answers = { ...snapshot.content.answers, city: 'Salem' };
  expect(isIntact({ ...snapshot, content: { ...snapshot.content, answers } })).toBe(false);
});

test('sealed answers stay sealed in the snapshot, which survives the replacement of the secret key', async () => {
  const ada = await newApplicant(server);
  await fillIn(server, ada, SEALED);
  await ada.call(answer, { payload: SEALED });
  expect((await ada.call(submit)).status).toBe(200);
  const [row, before] = [await applicationOf(ada), await snapshotOf(ada)];
  expect(Object.keys(before.sealed_answers)).toEqual(['alien_registration_number']);
  expect(JSON.stringify(before)).not.toContain('123-456');
  expect((await readAsOffice(ada)).answer).toMatchObject(SEALED);
  const { current } = server.deps.config.secret;
  const secret = { current: Buffer.alloc(32, 9), previous: current };
  await server.db.deleteFrom('secret_key').execute();
  expect(await rotateKey({ ...server.deps, config: { secret } }, () => {})).toMatchObject({ unreadable: 0 });
  expect((await applicationOf(ada)).sealed_answers).not.toEqual(row.sealed_answers);
  const after = await snapshotOf(ada);
  expect(after.sealed_answers).not.toEqual(before.sealed_answers);
  expect(isIntact(after)).toBe(true);
});

test("a sealed answer whose question is hidden isn't in the snapshot", async () => {
  const ada = await newApplicant(server);
  await fillIn(server, ada, SEALED);
  const { answers, sealed_answers } = await applicationOf(ada);
  expect(Object.keys(sealed_answers)).toEqual(['alien_registration_number']);
  await server.db
    .updateTable('application')
    .set({ answers: JSON.stringify({ ...answers, citizenship_type: 'us_citizen' }) })
    .where('id', '=', ada.applicationId)
    .execute();
  expect((await ada.call(submit)).status).toBe(200);
  const snapshot = await snapshotOf(ada);
  expect(snapshot.sealed_answers).toEqual({});
  expect(snapshot.content.answers.citizenship_type).toBe('us_citizen');
  expect(isIntact(snapshot)).toBe(true);
});

test("a document or sealed answer of a hidden question isn't in the snapshot, and all others are", () => {
  const items = [
    check({ key: 'mother', label: 'Mother' }),
    showWhen(equals('mother', true), [
      file(freshman.documents.transcript),
      text({ key: 'b', label: 'B', sealed: true }),
    ]),
    ...[file({ ...freshman.documents.transcript, key: 'other' }), text({ key: 'a', label: 'A', sealed: true })],
  ];
  const form = englishForm({ pages: [{ id: 'about', navLabel: 'About', title: 'About', items }] });
  const scan = { file_name: 'scan.pdf', file_size: 10, pdf_key: 'documents/scan' };
  const snapshotWith = (mother: boolean) => {
    const answers = relevantAnswers(form, { mother, [DOCUMENT_KEY]: 'ANSWERED', other: 'ANSWERED', a: '1', b: '2' });
    const row = { sealed_answers: { a: 'x', b: 'y' }, tabs: {}, add_another: {} };
    const { content, sealed_answers } = makeSnapshot(form, row, answers, { [DOCUMENT_KEY]: scan, other: scan });
    return { documents: Object.keys(content.documents), sealed: Object.keys(sealed_answers) };
  };
  expect(snapshotWith(true)).toEqual({ documents: [DOCUMENT_KEY, 'other'], sealed: ['a', 'b'] });
  expect(snapshotWith(false)).toEqual({ documents: ['other'], sealed: ['a'] });
});

test('the version of a form changes with its questions, and with nothing else', () => {
  const { form } = server;
  expect(hashOf(form)).toMatch(/^[0-9a-f]{16}$/);
  expect(hashOf(englishForm(definition))).toBe(hashOf(form));
  const other = freshmanForm({ ...freshman, name: `${freshman.name} of Tests` });
  expect(hashOf(englishForm(other))).not.toBe(hashOf(form));
});
