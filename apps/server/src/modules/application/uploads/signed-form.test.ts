import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../plugins/errors.ts';
import { BORDER, FORM_TYPE, fieldPart, filePart, partsOf } from './signed-form.testing.ts';
import { readSignedForm, type SignedFormRules } from './signed-form.ts';

const PIECE = Buffer.alloc(16 * 1024);
const PIECES = 64;
const RULES: SignedFormRules = {
  maxBytes: 2 * PIECE.length,
  accept: async () => undefined,
  tooLarge: () => new ApiError('too_large'),
};
const FIELDS = { key: 'k', 'Content-Type': 't', policy: 'p', signature: 's' };
const END = `\r\n--${BORDER}--\r\n`;
const read = (body: string, rules = RULES) => readSignedForm(Readable.from([Buffer.from(body)]), FORM_TYPE, rules);

test.each([
  ['a field that nobody knows', fieldPart('__proto__', 'x') + fieldPart('key', 'x')],
  ['a field that has no end', fieldPart('key', 'x')],
  ['a header that has no end', `--${BORDER}\r\ncontent-disposition: `],
  ['nothing that belongs to a form', 'x'],
])('a caller who begins with %s can send the length of two forms, and no more', async (_, beginning) => {
  let sent = 0;
  async function* body() {
    yield Buffer.from(beginning);
    for (; sent < PIECES; sent += 1) yield PIECE;
  }
  const source = Readable.from(body());
  const closed = once(source, 'close');
  await expect(readSignedForm(source, FORM_TYPE, RULES)).rejects.toMatchObject({ code: 'bad_request' });
  await closed;
  expect(sent).toBeGreaterThan(2);
  expect(sent).toBeLessThan(PIECES / 2);
});

test('a form with fields and a file of the maximum length is read; one more byte is refused', async () => {
  const policy = 'p'.repeat(4096);
  const file = 'x'.repeat(RULES.maxBytes);
  const { fields, file: content } = await read(partsOf({ ...FIELDS, policy }) + filePart(file) + END);
  expect(fields).toEqual({ ...FIELDS, policy });
  expect(content.toString()).toBe(file);
  const longField = partsOf({ ...FIELDS, policy: `${policy}p` }) + filePart(file) + END;
  await expect(read(longField)).rejects.toMatchObject({ code: 'bad_request' });
  await expect(read(`${partsOf(FIELDS)}${filePart(`${file}x`)}${END}`)).rejects.toMatchObject({ code: 'too_large' });
});

test('a part must declare itself in its first lines, and its name must be short', async () => {
  const beforeName = (lines: string) => filePart('x').replace('content-disposition', `${lines}content-disposition`);
  expect((await read(partsOf(FIELDS) + beforeName('x-line: x\r\n'.repeat(6)) + END)).file.toString()).toBe('x');
  for (const part of [
    beforeName('x-line: x\r\n'.repeat(8)),
    beforeName(`x-long: ${'x'.repeat(4_096)}\r\n`),
    fieldPart('x'.repeat(200), 'x'),
  ]) {
    await expect(read(partsOf(FIELDS) + part + END)).rejects.toMatchObject({ code: 'bad_request' });
  }
});

test('nothing is accepted before the fields are checked, and their refusal has its reason', async () => {
  const accept = vi.fn(async () => {
    throw new ApiError('upload_expired');
  });
  const body = partsOf(FIELDS) + filePart('a file') + END;
  await expect(read(body, { ...RULES, accept })).rejects.toMatchObject({ code: 'upload_expired' });
  expect(accept).toHaveBeenCalledExactlyOnceWith(FIELDS);
});

test('after an accepted form with too large a file a caller can send 64 MB more, and no more', async () => {
  const megabyte = Buffer.alloc(1024 * 1024);
  let sent = 0;
  async function* body() {
    yield Buffer.from(partsOf(FIELDS) + filePart(''));
    for (; sent < 100; sent += 1) yield megabyte;
  }
  const source = Readable.from(body());
  const closed = once(source, 'close');
  await expect(readSignedForm(source, FORM_TYPE, RULES)).rejects.toMatchObject({ code: 'too_large' });
  await closed;
  expect(sent).toBeGreaterThanOrEqual(64);
  expect(sent).toBeLessThan(70);
});
