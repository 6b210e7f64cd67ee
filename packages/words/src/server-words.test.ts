import { expect, test } from 'vitest';
import { apiErrors } from './en/api-errors.ts';
import { usted } from './es/api-errors.ts';

test.each(Object.keys(usted))('what the server says to a school of %s is not about an application of theirs', (id) => {
  const said = JSON.stringify([Reflect.get(apiErrors.texts, id), Reflect.get(usted, id)]);
  expect(said).not.toMatch(/your (application|answers)|su solicitud|sus respuestas/i);
});
