import { itemPaper, itemUpload } from '@firstyear/api-contract/items';
import { expect } from 'vitest';
import type { TestApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { postFile } from '../uploads/uploading.testing.ts';

/** The items of an application as the database has them, by their id in the university's list. */
export async function itemsOf(server: TestApp, applicationId: string) {
  const rows = await server.db
    .selectFrom('item')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .execute();
  return new Map(rows.map((row) => [row.rule ?? row.id, row]));
}

/** The id of an item by its id in the university's list; '' where there is none. */
export const itemIdOf = async (server: TestApp, applicationId: string, rule: string) =>
  (await itemsOf(server, applicationId)).get(rule)?.id ?? '';

/** Uploads a file for an item; returns what the call that sends it needs. */
export async function uploadPaper(server: TestApp, client: Client, id: string, content: Uint8Array) {
  const { status, body } = await client.call(itemUpload, { params: { id }, payload: {} });
  expect(status).toBe(200);
  const { paper_id = '', url = '', fields = {} } = body;
  expect(await postFile(server, { url, fields }, content)).toBe(204);
  return { paper_id, file_key: fields.key ?? '', file_name: 'scan.pdf' };
}

/** Sends a file for an item, as an applicant does. */
export async function sendPaper(server: TestApp, client: Client, id: string, content: Uint8Array) {
  const payload = await uploadPaper(server, client, id, content);
  expect((await client.call(itemPaper, { params: { id }, payload })).status).toBe(200);
  return payload;
}
