import { ServerError } from '@firstyear/api-client/errors';
import { expect, test } from 'vitest';
import { isChangedSince } from './api.ts';

test('an act is previewed again only if the server refused it since it would do something else', () => {
  const conflict = (code: string) => new ServerError('No.', { status: 409, code });
  const errors = [conflict('changed_since_preview'), conflict('changed'), new Error('No response.')];
  expect(errors.map(isChangedSince)).toEqual([true, false, false]);
});
