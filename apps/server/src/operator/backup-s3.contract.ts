import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { presignedUrl, startConversion } from '@firstyear/api-contract/documents';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3ObjectStore } from '../adapters/object-store/s3-object-store.ts';
import { s3Settings } from '../adapters/object-store/s3-settings.testing.ts';
import { installJobs } from '../jobs/jobs.ts';
import { type Applicant, newApplicant } from '../modules/application/row/applicant.testing.ts';
import { forgetObjectsHandler } from '../modules/application/uploads/documents.handler.ts';
import {
  DOCUMENT_KEY,
  documentOf,
  endConversion,
  KEY_PARAMS,
} from '../modules/application/uploads/uploading.testing.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { readAllRows } from '../testing/read-all-rows.ts';
import { backUp } from './backup.ts';
import { openBackup, restore } from './restore.ts';

/** Run by npm run test:s3 against a real S3 server of its own; see tools/s3. */
const PEOPLE = 12;
const interruption = new AbortController().signal;
const store = s3ObjectStore(s3Settings);
let server: TestApp;
let place: TestDatabase;
let root: string;

beforeAll(async () => {
  server = await testApp({ config: { s3: s3Settings } });
  place = await createTestDatabase({ empty: true });
  root = await mkdtemp(path.join(tmpdir(), 'firstyear-backup-s3-'));
  await requireKnownKeys(server.deps);
});
afterAll(async () => {
  await server.stop();
  await place.stop();
  await rm(root, { recursive: true });
});

/** Uploads a document to the store as a browser does, and stores its PDF. Returns the PDF's key. */
async function uploadTo(applicant: Applicant, content: string): Promise<string> {
  const { body } = await applicant.call(presignedUrl, { payload: { answer_key: DOCUMENT_KEY } });
  const form = new FormData();
  for (const [name, value] of Object.entries(body.fields ?? {})) form.append(name, value);
  form.append('file', new Blob([content]), 'upload.bin');
  expect((await fetch(body.url ?? '', { method: 'POST', body: form })).ok).toBe(true);
  const payload = { file_key: body.fields?.key ?? '', file_name: 'record.pdf' };
  expect((await applicant.call(startConversion, { ...KEY_PARAMS, payload })).status).toBe(200);
  await endConversion(server, applicant.applicationId);
  await server.db.updateTable('document').set({ attempts: 1 }).execute();
  const { pdf_key } = await documentOf(server, applicant);
  await store.put(pdf_key ?? '', Buffer.from(`PDF of ${content}`));
  return pdf_key ?? '';
}

test('a backup made during uploads has the files of its snapshot, and restores them into an empty database and bucket', {
  timeout: 120_000,
}, async () => {
  const keys: string[] = [];
  for (let number = 0; number < PEOPLE; number += 1) {
    keys.push(await uploadTo(await newApplicant(server), `%PDF-1.7 record ${number}`));
  }
  const late = await newApplicant(server);
  const before = await readAllRows(server.database.url);
  const changes: Promise<unknown>[] = [];
  const print = (line: string) => {
    if (!line.startsWith('The moment')) return;
    const run = { attempt: 0, isLast: false, signal: interruption };
    const forget = forgetObjectsHandler({ db: server.db, objects: store });
    changes.push(
      uploadTo(late, '%PDF-1.7 late'),
      expect(forget.run({ keys }, run)).rejects.toThrow('when the backup has ended'),
    );
  };
  const folder = path.join(root, 'backup');
  const { url: databaseUrl } = server.database;
  await backUp({ databaseUrl, objects: store, clock: server.clock.now, print, interruption }, folder);
  await Promise.all(changes);
  expect(await readAllRows(server.database.url)).not.toEqual(before);

  const bucket = 'restored';
  const { endpoint, region, accessKeyId, secretAccessKey } = s3Settings;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  const objects = s3ObjectStore({ ...s3Settings, bucket });
  const run = { print: () => {}, interruption };
  const made = await openBackup({ ...run, secret: server.deps.config.secret }, folder);
  await restore({ ...run, databaseUrl: place.url, objects, installJobs }, made);
  expect(await readAllRows(place.url)).toEqual(before);
  const lines = (await readFile(path.join(folder, 'objects.jsonl'), 'utf8')).trimEnd().split('\n');
  const copied = lines.map((line) => String(JSON.parse(line).key));
  expect(copied).toEqual(expect.arrayContaining(keys));
  expect(copied).toHaveLength(2 * PEOPLE);
  const contentOf = async (from: typeof store, key: string) => {
    const found = await from.get(key);
    return found && String(await buffer(found.stream));
  };
  for (const key of copied) {
    const content = await contentOf(objects, key);
    expect(content).toContain('%PDF-1.7 record');
    expect(content).toBe(await contentOf(store, key));
  }
});
