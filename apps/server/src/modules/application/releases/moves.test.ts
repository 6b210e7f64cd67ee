import { PDFDocument } from '@cantoo/pdf-lib';
import { getAddAnother, getTabs, lastPage, profile, putAddAnother, putTabs } from '@firstyear/api-contract/application';
import { documentAnswers } from '@firstyear/api-contract/documents';
import { choiceReplaced, dropped, renamed, reworked } from '@firstyear/form-engine/releases';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { type Applicant, newApplicant } from '../row/applicant.testing.ts';
import { endConversion, upload } from '../uploads/uploading.testing.ts';
import { at, changed, serveLater, stopReleases } from './next-release.testing.ts';

const MOVED = {
  id: 'moves-2',
  changes: [
    renamed('education', 'school'),
    choiceReplaced('hs_record', { upload: 'send' }),
    renamed('hs_record', 'record'),
    renamed('jobs', 'work'),
    renamed('transcript', 'school_record'),
  ],
};
const moved = changed(
  [MOVED],
  ['"id":"education"', '"id":"school"'],
  ['"id":"hs_record"', '"id":"record"'],
  ['"id":"upload"', '"id":"send"'],
  // The new release also adds a repeater of its own.
  [
    '{"kind":"repeater","id":"jobs"',
    `{"kind":"repeater","id":"clubs","noun":"Club","maxNumberOfComponents":2,"components":[
      [{"kind":"text","key":"chess","label":"Club"}],[{"kind":"text","key":"chess_2","label":"Club"}]
    ]},{"kind":"repeater","id":"work"`,
  ],
  ['"transcript"', '"school_record"'],
);
const DROPPED = { id: 'moves-dropped', changes: [dropped('transcript')] };
const without = changed(
  [DROPPED],
  ['{"kind":"file","key":"transcript"', '{"gone":true,"kind":"file","key":"transcript"'],
);

let first: TestApp;
let second: TestApp;
beforeAll(async () => {
  first = await testApp();
  second = await serveLater(first, moved);
});
afterAll(() => stopReleases(first, second));

async function withRecord(server = first): Promise<Applicant> {
  const ada = await newApplicant(server);
  const scan = await PDFDocument.create();
  scan.addPage();
  expect((await upload(server, ada, await scan.save(), 'record.pdf')).status).toBe(200);
  await endConversion(server, ada.applicationId);
  return ada;
}

/** Everything that migrates with a release, as a server shows it. */
async function placesAt(server: TestApp, applicant: Client) {
  const client = at(server, applicant);
  const { last_page, answer = {} } = (await client.call(profile)).body;
  return {
    page: last_page,
    tabs: (await client.call(getTabs)).body,
    entries: (await client.call(getAddAnother)).body,
    documents: Object.keys((await client.call(documentAnswers)).body),
    answered: ['transcript', 'school_record'].filter((key) => answer[key] === 'ANSWERED'),
  };
}
const BEFORE = {
  page: '/education',
  tabs: { hs_record: 'upload' },
  entries: { jobs: 3 },
  documents: ['transcript'],
  answered: ['transcript'],
};
const AFTER = {
  page: '/school',
  tabs: { record: 'send' },
  entries: { work: 3 },
  documents: ['school_record'],
  answered: ['school_record'],
};

test('the last page, tabs, entries and documents move with a release', async () => {
  const ada = await withRecord();
  await ada.call(lastPage, { payload: { last_page: '/education' } });
  await ada.call(putTabs, { payload: { tab_id: 'hs_record', chosen_tab: 'upload' } });
  await ada.call(putAddAnother, { payload: { button_id: 'jobs', num_components: 3 } });
  expect(await placesAt(first, ada)).toEqual(BEFORE);
  expect(await placesAt(second, ada)).toEqual(AFTER);
});

test('an outdated page still opens tabs, adds entries and changes pages, by its own names', async () => {
  const ada = await withRecord();
  const page = at(second, ada);
  expect((await page.call(lastPage, { payload: { last_page: '/education' } })).status).toBe(200);
  expect((await page.call(putTabs, { payload: { tab_id: 'hs_record', chosen_tab: 'upload' } })).status).toBe(200);
  expect((await page.call(putAddAnother, { payload: { button_id: 'jobs', num_components: 3 } })).status).toBe(200);
  // The page reads the names that it saved.
  const both = { tabs: { ...BEFORE.tabs, ...AFTER.tabs }, entries: { ...BEFORE.entries, ...AFTER.entries } };
  expect(await placesAt(second, ada)).toEqual({ ...AFTER, ...both });
  expect((await page.call(lastPage, { payload: { last_page: '/nowhere' } })).status).toBe(400);
  expect((await page.call(putTabs, { payload: { tab_id: 'hs_record', chosen_tab: 'nowhere' } })).status).toBe(400);
  expect((await page.call(putAddAnother, { payload: { button_id: 'nothing', num_components: 2 } })).status).toBe(400);
});

test('during a rollout, a server of the previous release saves the tabs and entries of a newer page', async () => {
  const ada = await withRecord();
  await placesAt(second, ada);
  const press = (button_id: string, num_components: number) =>
    ada.call(putAddAnother, { payload: { button_id, num_components } });
  expect((await ada.call(putTabs, { payload: { tab_id: 'record', chosen_tab: 'send' } })).status).toBe(200);
  expect((await press('work', 3)).status).toBe(200);
  expect((await press('clubs', 2)).status).toBe(200);
  for (const server of [first, second])
    expect(await placesAt(server, ada)).toMatchObject({ tabs: { record: 'send' }, entries: { work: 3, clubs: 2 } });
  expect((await press('clubs', 3)).status).toBe(400);
  expect((await press('nothing', 1)).status).toBe(400);
  expect((await ada.call(putTabs, { payload: { tab_id: 'record', chosen_tab: 'nowhere' } })).status).toBe(400);
});

test("the document of a dropped question isn't shown anywhere, and comes back with a release that asks for it again", async () => {
  // On a database of their own, since the other servers would know these releases.
  const alone = await testApp();
  const dropping = await serveLater(alone, without);
  const ada = await withRecord(alone);
  expect(await placesAt(dropping, ada)).toMatchObject({ answered: [] });
  const again = await serveLater(alone, changed([DROPPED, { id: 'moves-again', changes: [reworked('transcript')] }]));
  onTestFinished(() => stopReleases(alone, dropping, again));
  expect(await placesAt(again, ada)).toMatchObject({ documents: ['transcript'], answered: ['transcript'] });
});
