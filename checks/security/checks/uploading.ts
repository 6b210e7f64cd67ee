import { presignedUrl } from '@firstyear/api-contract';
import { isDocument } from '@firstyear/form-engine';
import { insist } from '../finding.ts';
import { type Reply, send } from '../http.ts';
import type { Target } from '../target.ts';
import { jsonOf, type Visitor } from '../visitor.ts';

/** The first question of the form that takes a file. */
export function documentKey(target: Target): string {
  const field = target.options.form.fields.find(({ question }) => isDocument(question));
  insist(field !== undefined, 'the form has no question that takes a file');
  return field.question.key;
}

export interface Presigned {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Asks for a place for one upload. */
export async function presign(visitor: Visitor, key: string): Promise<Presigned> {
  const reply = await visitor.call(presignedUrl, { payload: { answer_key: key } });
  insist(reply.status === 200, `asking for an upload gets ${reply.status}`);
  const { url, fields } = presignedUrl.response.parse(jsonOf(reply));
  return { url: new URL(url, visitor.baseUrl).href, fields };
}

/** Posts a form to where files go, as a browser does; `changes` are laid over the signed fields. */
export async function post(
  { url, fields }: Presigned,
  content: Uint8Array,
  changes: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changes })) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(content)]), 'upload.bin');
  const { headers, body } = new Request(url, { method: 'POST', body: form }).clone();
  const bytes = body === null ? new Uint8Array() : new Uint8Array(await new Response(body).arrayBuffer());
  const { origin, pathname, search } = new URL(url);
  const type = headers.get('content-type') ?? '';
  return send(origin, {
    method: 'POST',
    path: pathname + search,
    headers: { 'content-type': type, origin, 'sec-fetch-site': 'same-origin' },
    body: bytes,
  });
}
