import * as desk from '@firstyear/api-contract/desk';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { suiteApp, testApp } from '../../../testing/app.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { type Applicant, submitted } from '../../application/row/applicant.testing.ts';
import { documentOf, endConversion, upload } from '../../application/uploads/uploading.testing.ts';
import { newDraft, resetAfterEach } from '../office.testing.ts';

const ANSWERS = {
  hs_name: 'Hidden Academy',
  state: 'KY',
  country: 'USA',
  applied_major: 'art',
  entry_term: 'fall_2027',
};

const server = await suiteApp();
let clerk: Colleague;
let ada: Applicant;

/** A draft, an application with the same answers, and a clerk. */
async function begin(at = server): Promise<readonly [Applicant, Colleague]> {
  const draft = await newDraft(at, { first_name: 'Draft', last_name: 'Halfway', birth_date: '2009-03-14', ...ANSWERS });
  await submitted(at, { last_name: 'Sender', ...ANSWERS, zip: '40403' });
  return [draft, await newColleague(at, 'clerk')];
}
beforeAll(async () => {
  [ada, clerk] = await begin();
});
resetAfterEach(server);

const found = async (query: desk.ListFilter, who = clerk) =>
  ((await who.call(desk.applications, { query })).body.rows ?? []).map(({ family_name }) => family_name).sort();

test('a draft is listed with its applicant, start and last page, but no answers', async () => {
  const { body } = await clerk.call(desk.applications, { query: { view: 'drafts' } });
  expect(body.rows).toMatchObject([
    { family_name: 'Halfway', email: ada.email, status: 'draft', last_page: '', is_looked_at: false },
  ]);
  expect(JSON.stringify(body.rows)).not.toMatch(/Hidden|KY|2009|"art"|fall_2027|in_state/);
  expect((await clerk.call(desk.me)).body.sees_draft_answers).toBe(false);
});

test.each([
  { q: 'hidden academy' },
  { state: 'KY' },
  { major: 'art' },
  { term: 'fall_2027' },
  { school: 'hidden' },
  { residence: 'in_state' },
] as const)('a draft is not found by its answers: %j', async (query) => {
  expect(await found(query)).toEqual(['Sender']);
});

test.each(['school', 'term', 'major', 'state'] as const)(
  "a list sorted by %s doesn't place drafts by their answers",
  async (sort) => {
    for (const order of [sort, `-${sort}`] as const) expect(await found({ sort: order })).toEqual(['Sender']);
    expect(await found({ sort: 'name' })).toEqual(['Halfway', 'Sender']);
    for (const drafts of [{ view: 'drafts' }, { status: 'draft' }] as const)
      expect(await found({ sort, ...drafts })).toEqual(['Halfway']);
  },
);

test('the drafts alone are sorted by what they show', async () => {
  await newDraft(server, { last_name: 'Begun' });
  const namesBy = async (sort: desk.ListFilter['sort']) =>
    (await clerk.call(desk.applications, { query: { sort, view: 'drafts' } })).body.rows?.map((row) => row.family_name);
  expect([await namesBy('name'), await namesBy('-name')]).toEqual([
    ['Begun', 'Halfway'],
    ['Halfway', 'Begun'],
  ]);
});

test('a list says when it leaves drafts out for an answer, also one of a saved view', async () => {
  const hides = async (query: desk.ListFilter, who = clerk) =>
    (await who.call(desk.applications, { query })).body.hides_drafts;
  const payload = { name: 'Kentucky', filter: { state: 'KY' } };
  const { id: view = '' } = (await clerk.call(desk.saveView, { payload })).body;
  for (const query of [{ state: 'KY' }, { sort: '-school' }, { view }, { view: 'drafts', term: 'x' }] as const)
    expect(await hides(query), JSON.stringify(query)).toBe(true);
  for (const query of [
    {},
    { q: 'hidden' },
    { sort: 'name' },
    { view: 'drafts', sort: 'school' },
    { view: 'to-read', state: 'KY' },
    { status: 'submitted', state: 'KY' },
  ] as const)
    expect(await hides(query), JSON.stringify(query)).toBe(false);
  expect(await hides({ state: 'KY' }, await newColleague(server, 'reader'))).toBe(false);
});

test.each([{ q: 'halfway' }, { q: 'draft halfw' }, { view: 'drafts' }, { status: 'draft' }] as const)(
  'a draft is found by its applicant: %j',
  async (query) => expect(await found(query)).toEqual(['Halfway']),
);

test('a draft is among the names spelled like a search', async () => {
  const { body } = await clerk.call(desk.applications, { query: { q: 'halfwya' } });
  expect([body.rows, body.similar?.map(({ family_name }) => family_name)]).toEqual([[], ['Halfway']]);
});

test('a draft is found by its full address or a word of it', async () => {
  expect(await found({ q: ada.email })).toEqual(['Halfway']);
  expect(await found({ q: ada.email.split('@')[0]?.replaceAll('.', ' ') ?? '' })).toContain('Halfway');
});

test('documents of a draft are only for the applicant', async () => {
  const bea = await newDraft(server);
  await upload(server, bea, await textPdf('Bea'), 'record.pdf');
  await endConversion(server, bea.applicationId);
  const { pdf_key } = await documentOf(server, bea);
  await objectStoreOf(server.deps.config).put(pdf_key ?? '', await textPdf('Bea'));
  const { body } = await clerk.call(desk.officeApplication, { params: { id: bea.applicationId } });
  expect(body).toMatchObject({ answers: {}, documents: [], row: { documents: 'ready' } });
  expect((await clerk.open(desk.officePaths.document(bea.applicationId, 'transcript'))).statusCode).toBe(404);
});

test("a colleague who sees only names can't search by school or address", async () => {
  const auditor = await newColleague(server, 'auditor');
  const params = { id: ada.applicationId };
  await clerk.call(desk.changeLabels, { params, payload: { add: ['held'], remove: [] } });
  for (const q of ['hidden academy', ada.email, ada.email.split('.')[1] ?? '', ada.email.split('@')[0] ?? '']) {
    expect(await found({ q }, auditor), q).toEqual([]);
  }
  expect(await found({ q: 'sender' }, auditor)).toEqual(['Sender']);
  const [row] = (await auditor.call(desk.applications, { query: { q: 'sender' } })).body.rows ?? [];
  expect(await found({ q: row?.confirmation_number ?? '' }, auditor)).toEqual(['Sender']);
  for (const [who, labels] of [
    [auditor, []],
    [clerk, ['held']],
  ] as const)
    expect((await who.call(desk.officeChoices)).body.labels).toEqual(labels);
});

test('a university may let its office see the listed answers of drafts', async () => {
  const open = await testApp({ deps: { office: { shows_draft_answers: true } } });
  onTestFinished(() => open.stop());
  const [, viewer] = await begin(open);
  const { body } = await viewer.call(desk.applications, { query: { view: 'drafts' } });
  expect(body.rows).toMatchObject([{ school: 'Hidden Academy', state: 'KY', major: 'art', term: 'fall_2027' }]);
  expect((await viewer.call(desk.me)).body.sees_draft_answers).toBe(true);
  expect(await found({ q: 'hidden academy' }, viewer)).toEqual(['Halfway', 'Sender']);
  expect(await found({ q: 'March 14, 2009' }, viewer)).toEqual(['Halfway']);
  expect(await found({ state: 'KY' }, viewer)).toEqual(['Halfway', 'Sender']);
  expect(await found({ sort: 'school' }, viewer)).toEqual(['Halfway', 'Sender']);
  expect((await viewer.call(desk.applications, { query: { sort: 'school' } })).body.hides_drafts).toBe(false);
});

const ODD = [
  '%',
  '_%',
  '%%%',
  "''",
  '"',
  '\\\\',
  "'; drop table account; --",
  ':*',
  '& | !',
  '<->',
  '((',
  '💥💥',
  'שלום',
  '﷽ab',
];
test.each([...ODD, '\u202egarcia', 'a'.repeat(200), 'x y z '.repeat(30)])(
  'a search for %j finds nothing, and breaks nothing',
  async (q) => {
    const response = await clerk.call(desk.applications, { query: { q } });
    expect(response.status).toBe(200);
    // A text without letters isn't a search.
    if (/[\p{L}\p{N}]/u.test(q)) expect(response.body.rows).toEqual([]);
  },
);

test.each(['term', 'major', 'state', 'school', 'label', 'view', 'assigned', 'from', 'after', 'sort', 'status'])(
  'an odd %s is refused or finds nothing, and breaks nothing',
  async (name) => {
    for (const value of ['ab\u0000cd', "'", '%', '2026-02-31', '9999-12-31', '']) {
      const { statusCode } = await clerk.open(`/office/api/applications?${new URLSearchParams({ [name]: value })}`);
      expect([200, 400, 404], `${name}=${JSON.stringify(value)}`).toContain(statusCode);
    }
  },
);
