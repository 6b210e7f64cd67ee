import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApplicant } from '../modules/application/row/applicant.testing.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { OperatorError } from './operator-error.ts';
import { packetFile } from './packet.ts';

let server: TestApp;
let folder: string;
beforeAll(async () => {
  server = await testApp();
  folder = await mkdtemp(path.join(tmpdir(), 'firstyear-packet-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const operator = () => ({
  ...server.deps,
  servePage: () => Promise.reject(new OperatorError('There is no built web app to print from.')),
  publicUrl: 'https://apply.larkmoor.example',
  operator: 'grace',
});

test('without a page to print from, there is no packet, and the error says why', async () => {
  const ada = await newApplicant(server);
  const file = path.join(folder, 'packet.pdf');
  await expect(packetFile(operator(), ada.email, file)).rejects.toThrow('There is no built web app to print from.');
  await expect(packetFile(operator(), 'nobody@mail.example', file)).rejects.toThrow('no such application');
  expect(await readdir(folder)).toEqual([]);
});
