import * as desk from '@firstyear/api-contract/desk';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { type Applicant, submitted } from '../../application/row/applicant.testing.ts';
import { runExport } from '../export/service.ts';
import { newDraft, requestExport, workerDeps } from '../office.testing.ts';

const server = await suiteApp();
let director: Colleague;
let clerk: Colleague;
let people: readonly Applicant[] = [];
beforeAll(async () => {
  director = await newColleague(server, 'director');
  clerk = await newColleague(server, 'clerk');
  people = [await submitted(server), await submitted(server), await newDraft(server, { last_name: 'Halfway' })];
});
beforeEach(() => server.db.updateTable('office_application').set({ labels: [] }).execute());

const idOf = (place: number) => people[place]?.applicationId ?? '';
const label = async (place: number, ...add: string[]) => {
  const { status } = await clerk.call(desk.changeLabels, { params: { id: idOf(place) }, payload: { add, remove: [] } });
  expect(status).toBe(200);
};
const uses = async () => (await director.call(desk.labelUses)).body.labels;
const labelsOf = async () => {
  const { body } = await director.call(desk.applications, { query: {} });
  const labels = new Map(body.rows?.map((row) => [row.id, row.labels]));
  return people.map(({ applicationId }) => labels.get(applicationId));
};
const rename = (from: string, to: string, count: number) =>
  director.call(desk.renameLabel, { payload: { label: from, to, count } });

test('a director renames a label in every application, drafts too, and the audit trail and their history say so', async () => {
  await label(0, 'grnat', 'visited');
  await label(2, 'grnat');
  expect(await uses()).toEqual([
    { label: 'grnat', count: 2 },
    { label: 'visited', count: 1 },
  ]);
  expect((await rename('grnat', 'grant', 2)).body).toEqual({ label: 'grant' });
  expect(await labelsOf()).toEqual([['grant', 'visited'], [], ['grant']]);
  const [event] = (await director.call(desk.auditTrail, { query: { kind: 'label_renamed' } })).body.events ?? [];
  expect(event?.text).toBe('Renamed the label “grnat” to “grant” in 2 applications');
  expect(event?.applications).toContain(idOf(2));
  const { history } = (await director.call(desk.officeApplication, { params: { id: idOf(0) } })).body;
  expect(history?.map(({ kind }) => kind)).toContain('label_renamed');
});

test('a label is merged into the one that has its new name, as that is written, and each application has it once', async () => {
  await label(0, 'Chess', 'Grant', 'grnat');
  await label(1, 'grnat');
  expect((await rename('grnat', 'grant', 2)).body).toEqual({ label: 'Grant' });
  expect(await labelsOf()).toEqual([['Chess', 'Grant'], ['Grant'], []]);
});

test('a label changes its capitals, too', async () => {
  await label(1, 'grant');
  expect((await rename('grant', 'Grant', 1)).body).toEqual({ label: 'Grant' });
  expect(await uses()).toEqual([{ label: 'Grant', count: 1 }]);
});

test('a page that is open learns of the new name', async () => {
  await label(0, 'grnat');
  const params = { id: idOf(0) };
  const before = (await clerk.call(desk.markPresent, { params })).body.version ?? 0;
  await rename('grnat', 'grant', 1);
  expect((await clerk.call(desk.markPresent, { params })).body.version).toBe(before + 1);
});

test("everybody's saved views follow", async () => {
  await label(1, 'grnat');
  const filter = { label: 'grnat', sort: 'name' } as const;
  await clerk.call(desk.saveView, { payload: { name: 'Grants', filter } });
  await clerk.call(desk.saveView, { payload: { name: 'By name', filter: { sort: 'name' } } });
  await rename('grnat', 'grant', 1);
  const savedAs = async (view: string) => (await clerk.call(desk.views)).body.saved?.find(({ name }) => name === view);
  const saved = await savedAs('Grants');
  expect([saved?.filter, saved?.count.count]).toEqual([{ ...filter, label: 'grant' }, 1]);
  expect((await savedAs('By name'))?.filter).toEqual({ sort: 'name' });
});

describe('an export of what came since the last one', () => {
  const request = async (name: string, since_last: boolean) => {
    const id = await requestExport(director, 'machine_jsonl', { filter: { label: name }, since_last });
    await runExport(workerDeps(server), id, new AbortController().signal);
    return id;
  };
  /** Exports and downloads; returns how many applications are in it. */
  const count = async (name: string, since_last = true) => {
    const id = await request(name, since_last);
    const { body } = await director.open(desk.officePaths.exportFile(id));
    return body.split('\n').filter((line) => line !== '').length;
  };
  const labelsInTrail = async () =>
    (await director.call(desk.auditTrail, { query: { kind: 'export_taken' } })).body.events
      ?.map(({ text }) => /Label: (\w+)/.exec(text)?.[1])
      .slice(0, 2);

  test('goes on from its label under the new name; the audit trail keeps the words of then', async () => {
    await label(0, 'grnat');
    expect(await count('grnat')).toBe(1);
    await rename('grnat', 'grant', 1);
    await label(1, 'grant');
    expect(await count('grant')).toBe(1);
    expect(await labelsInTrail()).toEqual(['grant', 'grnat']);
    expect((await rename('grant', 'grant', 2)).body).toEqual({ label: 'grant' });
    expect(await count('grant')).toBe(0);
    // The old name is free for another label.
    await label(0, 'grnat');
    expect(await count('grnat')).toBe(1);
  });

  test('goes on from both labels after they were merged', async () => {
    await label(0, 'visitor');
    await label(1, 'visited');
    expect([await count('visitor'), await count('visited')]).toEqual([1, 1]);
    await rename('visitor', 'visited', 1);
    expect([await count('visited'), await count('visited', false)]).toEqual([0, 2]);
  });

  test('of another label stays one of that', async () => {
    await label(0, 'Choir', 'grnat');
    const id = await request('Choir', true);
    await rename('grnat', 'grant', 1);
    await director.open(desk.officePaths.exportFile(id));
    expect(await count('Choir')).toBe(0);
  });
});

test('a label that more applications have than was said stays as it is', async () => {
  await label(0, 'grnat');
  await label(1, 'grnat');
  expect((await rename('grnat', 'grant', 1)).body.code).toBe('changed_since_preview');
  expect(await uses()).toEqual([{ label: 'grnat', count: 2 }]);
});

test('new spellings of a label that colleagues add at the same moment become one', async () => {
  for (const name of ['fellow', 'honors', 'alumni', 'legacy']) {
    const spellings = [name, name.toUpperCase(), `${name[0]?.toUpperCase()}${name.slice(1)}`];
    await Promise.all(spellings.map((spelling, place) => label(place, spelling)));
  }
  expect((await uses())?.map(({ count }) => count)).toEqual([3, 3, 3, 3]);
});

test('labels that differ in case are one, for many as for one', async () => {
  await label(0, 'First-gen');
  await label(0, 'FIRST-GEN');
  await label(1, 'first-gen', 'Chess', 'chess');
  expect(await labelsOf()).toEqual([['First-gen'], ['Chess', 'First-gen'], []]);
  const act = { kind: 'add_label', label: 'first-GEN' } as const;
  const payload = { act, selection: { ids: [idOf(0), idOf(1)] } };
  expect((await clerk.call(desk.previewMany, { payload })).body.count).toBe(0);
});
