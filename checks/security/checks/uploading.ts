import { presignedUrl } from '@firstyear/api-contract/documents';
import { isDocument } from '@firstyear/form-engine';
import { clientOf, postFile } from '../../support/person.ts';
import { insist } from '../finding.ts';
import { objectOf, type Target, type Visitor } from '../target.ts';

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
export async function presign(target: Target, visitor: Visitor, key: string): Promise<Presigned> {
  const reply = await visitor.exchange(presignedUrl, { payload: { answer_key: key } });
  insist(reply.status === 200, `asking for an upload gets ${reply.status}`);
  const { url, fields } = presignedUrl.response.parse(objectOf(reply));
  return { url: new URL(url, target.baseUrl).href, fields };
}

/** Posts a form to where files go, as a browser does; `changes` are laid over the signed fields. */
export function post({ url, fields }: Presigned, content: Uint8Array, changes: Readonly<Record<string, string>> = {}) {
  return postFile(clientOf(url), url, { ...fields, ...changes }, content, 'upload.bin');
}
