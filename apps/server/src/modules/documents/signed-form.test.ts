import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ApiError } from '../../plugins/errors.ts';
import { BORDER, FORM_TYPE, fieldPart } from './signed-form.testing.ts';
import { readSignedForm, type SignedFormRules } from './signed-form.ts';

const PIECE = Buffer.alloc(16 * 1024);
const PIECES = 64;

test.each([
  ['a field that nobody knows', fieldPart('__proto__', 'x') + fieldPart('key', 'x')],
  ['a field that has no end', fieldPart('key', 'x')],
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
  await expect(readSignedForm(source, FORM_TYPE, rules)).rejects.toMatchObject({ code: 'bad_request' });
  await closed;
  expect(sent).toBeGreaterThan(2);
  expect(sent).toBeLessThan(PIECES / 2);
});
