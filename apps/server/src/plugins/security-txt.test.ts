import { SECURITY_TXT_PATH } from '@firstyear/api-contract/addresses';
import { expect, test } from 'vitest';
import { suiteApp } from '../testing/app.ts';

const server = await suiteApp();

test('security.txt names the contact and expires half a year from now', async () => {
  const response = await server.app.inject({ method: 'GET', url: SECURITY_TXT_PATH });
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(response.body.split('\n')).toEqual([
    'Contact: mailto:admissions@larkmoor.example',
    'Expires: 2027-05-20T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: http://localhost:3000/.well-known/security.txt',
    '',
  ]);
  expect((await server.app.inject({ method: 'POST', url: SECURITY_TXT_PATH })).statusCode).toBe(405);
  expect((await server.app.inject({ method: 'GET', url: '/.well-known/other' })).json()).toMatchObject({
    code: 'not_found',
  });
});
