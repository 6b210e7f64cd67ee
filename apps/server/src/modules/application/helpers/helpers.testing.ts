import { helpLook, helpPaper, helpUpload } from '@firstyear/api-contract/helpers';
import type { Answers } from '@firstyear/form-engine';
import { expect } from 'vitest';
import type { TestApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { submitted } from '../row/applicant.testing.ts';
import { postFile } from '../uploads/uploading.testing.ts';

export const PDF = new TextEncoder().encode('%PDF-1.7\nA page of a school.');

/** An applicant who has submitted and named this counselor. */
export const asks = (server: TestApp, counselor_email_address: string, more: Answers = {}) =>
  submitted(server, {
    ...{ counselor_email_address, counselor_first_name: 'Casey', counselor_last_name: 'Counselor' },
    ...{ first_name: 'Ada', last_name: 'Testperson', counselor_waiver_request: 'yes', ...more },
  });

/** The tokens of the links that were mailed to an address, oldest first. */
export async function tokensTo(server: TestApp, email: string): Promise<readonly string[]> {
  const mails = await mailsTo(server.db, email);
  return mails.map(({ text }) => /\/help\/([\w-]+)/.exec(text)?.[1] ?? '');
}

export async function tokenTo(server: TestApp, email: string): Promise<string> {
  const token = (await tokensTo(server, email)).at(-1);
  if (!token) throw new Error(`no link waits for ${email}`);
  return token;
}

/** The students on the page of a link. */
export async function studentsOf(client: Client, token: string) {
  const { status, body } = await client.call(helpLook, { payload: { token } });
  expect(status).toBe(200);
  return body.students ?? [];
}

/** Uploads a file for an item; returns the payload of the call that sends it. */
export async function uploadHelp(server: TestApp, client: Client, { token, item }: { token: string; item: string }) {
  const { status, body } = await client.call(helpUpload, { payload: { token, item, file_size: PDF.length } });
  expect(status).toBe(200);
  const { paper_id = '', url = '', fields = {} } = body;
  expect(await postFile(server, { url, fields }, PDF)).toBe(204);
  return { token, item, paper_id, file_key: fields.key ?? '', file_name: 'scan.pdf', file_size: PDF.length };
}

/** Sends a file for an item, as a helper does. */
export async function sendHelp(server: TestApp, client: Client, asked: { token: string; item: string }) {
  const payload = await uploadHelp(server, client, asked);
  expect((await client.call(helpPaper, { payload })).status).toBe(200);
  return payload;
}
