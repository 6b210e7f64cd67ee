import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

test('the health check answers while the database does', async () => {
  const reply = await t.app.inject('/health');
  expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'ok' }]);
});
