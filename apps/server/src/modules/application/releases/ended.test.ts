import { answer, profile } from '@firstyear/api-contract/application';
import { renamed } from '@firstyear/form-engine/releases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { newApplicant } from '../row/applicant.testing.ts';
import { at, changed, serveLater, stopReleases } from './next-release.testing.ts';

const TEXTS = ['"preferred_name"', '"called_name"'] as const;
let first: TestApp;
let second: TestApp;
beforeAll(async () => {
  first = await testApp();
  second = await serveLater(
    first,
    changed([{ id: 'ended-2', changes: [renamed('preferred_name', 'called_name')] }], TEXTS),
  );
});
afterAll(() => stopReleases(first, second));

test('a form whose migration has ended starts, and leaves migrated drafts unchanged', async () => {
  const ada = await newApplicant(first);
  await ada.call(answer, { payload: { preferred_name: 'Addie' } });
  expect((await at(second, ada).call(profile)).body.answer).toMatchObject({ called_name: 'Addie' });
  const ended = await serveLater(first, changed([{ id: 'ended-2', changes: [] }], TEXTS));
  expect((await at(ended, ada).call(profile)).body.answer).toMatchObject({ called_name: 'Addie' });
  await stopReleases(ended);
});
