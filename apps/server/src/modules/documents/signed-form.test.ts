import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ApiError } from '../../plugins/errors.ts';
import { readSignedForm, type SignedFormRules } from './signed-form.ts';

const BORDER = 'border';
const CONTENT_TYPE = `multipart/form-data; boundary=${BORDER}`;
const PIECE = Buffer.alloc(16 * 1024);
const PIECES = 64;
const part = (name: string, value: string) =>
  `--${BORDER}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test.each([
  ['a field that nobody knows', part('__proto__', 'x') + part('key', 'x')],
  ['a field that has no end', part('key', 'x')],
  ['a header that has no end', `--${BORDER}\r\ncontent-disposition: `],
  ['nothing that belongs to a form', 'x'],
])('whoever begins with %s is listened to for the length of two forms, and no longer', async (_, beginning) => {
  let sent = 0;
  async function* body() {
    yield Buffer.from(beginning);
    for (; sent < PIECES; sent += 1) yield PIECE;
  }
  const source = Readable.from(body());
  const closed = once(source, 'close');
  const rules: SignedFormRules = {
    maxBytes: 2 * PIECE.length,
    accept: async () => undefined,
    tooLarge: () => new ApiError('too_large'),
  };
  await expect(readSignedForm(source, CONTENT_TYPE, rules)).rejects.toMatchObject({ code: 'bad_request' });
  await closed;
  expect(sent).toBeGreaterThan(2);
  expect(sent).toBeLessThan(PIECES / 2);
});
