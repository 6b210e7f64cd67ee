import * as desk from '@firstyear/api-contract/desk';
import { optionsOfRole } from '@firstyear/form-engine';
import { choiceWithdrawn } from '@firstyear/form-engine/releases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { changed, serveLater, stopReleases } from '../../application/releases/next-release.testing.ts';

let old: TestApp;
let now: TestApp;
beforeAll(async () => {
  old = await testApp();
  const migrations = [{ id: 'no-art', changes: [choiceWithdrawn('applied_major', ['art'])] }];
  now = await serveLater(old, changed(migrations, ['{"value":"art","label":"Art and Art History"}', '{"gone":true}']));
});
afterAll(() => stopReleases(old, now));

test('the office reads the words of a choice that the form no longer offers, after those that it does', async () => {
  const reader = await newColleague(now, 'reader');
  const { majors = [] } = (await reader.call(desk.officeChoices)).body;
  const offered = optionsOfRole(now.deps.forms.first.form, 'major');
  expect(offered.map(({ value }) => value)).not.toContain('art');
  expect(majors).toEqual([...offered, { value: 'art', label: 'Art and Art History' }]);
});
