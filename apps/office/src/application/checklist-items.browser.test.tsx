import * as desk from '@firstyear/api-contract/desk';
import { currentToasts } from '@firstyear/ui/toast-store.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPLICATION, answerTo, drawOffice, ME } from '../app/draw-office.testing.tsx';
import { CORRECTION, came, ID, item, open, PAPER, path, request } from './open-checklist.testing.tsx';

const card = page.getByRole('region', { name: 'Checklist' });
const textsOf = (found: ReturnType<typeof card.getByText>) => found.elements().map(({ textContent }) => textContent);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test.each<[string, desk.OfficeItem, string]>([
  ['one of the list', item(), 'From the school'],
  ['a request', request(), 'Asked by Grace Director · Due December 1, 2026'],
  [
    'a hidden one of nobody',
    request({ requested_by: null, due_on: null, is_hidden: true }),
    'Asked · Hidden from the applicant',
  ],
])('an item says whom it is from, and the rest only where there is some: %s', async (_, one, facts) => {
  await open([one]);
  await expect.element(card.getByText(facts, { exact: true })).toBeVisible();
  for (const text of [/^To correct/, 'What the applicant wrote', /needs nothing/]) {
    expect(card.getByText(text).query()).toBeNull();
  }
  expect(page.getByRole('dialog').query()).toBeNull();
});

test('a paper says who sent it, whether it is being prepared, and why it failed', async () => {
  const paper = (id: string, rest: Partial<typeof PAPER>) => ({ ...PAPER, id, by: null, ...rest });
  const papers = [
    { ...PAPER, sent_by: 'applicant' as const },
    paper('p2', { sent_by: 'applicant', state: 'waiting' }),
    paper('p3', { state: 'waiting', message: 'It is read by us.' }),
  ];
  await open([item({ id: 'a' }), came({ papers })]);
  const said = () =>
    textsOf(card.getByRole('listitem').getByRole('listitem')).map((text) => text?.replace(/Move…$/, ''));
  await expect
    .poll(said)
    .toEqual([
      'scan.pdf Omar Clerk, Nov 3, 2026, 10:00 AM  ',
      'scan.pdf From the applicant, Nov 3, 2026, 10:00 AM  Being prepared',
      'scan.pdf From us, Nov 3, 2026, 10:00 AM  It is read by us.',
    ]);
  expect(page.getByRole('region', { name: 'Documents' }).getByRole('listitem').elements()).toHaveLength(3);
});

test('the checklist is read again while a paper is being prepared, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { kept, made } = await open([
    item({ id: 'a' }),
    came({ papers: [PAPER, { ...PAPER, id: 'p2', state: 'waiting' }] }),
  ]);
  await expect.element(card.getByText('Being prepared')).toBeVisible();
  kept.items[1] = came();
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.element(card.getByText('Being prepared')).not.toBeInTheDocument();
  const reads = () => made.filter(({ to }) => to.startsWith('GET') && to.endsWith('/items')).length;
  const before = reads();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reads()).toBe(before);
});

test('an item offers the acts that are possible with it, and does only one of them at a time', async () => {
  const { sent } = await open([item({ id: 'a', acts: ['accept'] }), came()], ({ to }) =>
    to === path(`/${ID}`) ? new Promise<Response>(() => undefined) : undefined,
  );
  const named = (place: number) => textsOf(card.getByRole('group').nth(place).getByRole('button'));
  await expect.poll(() => named(0)).toEqual(['Accept', 'Change…']);
  expect(named(1)).toEqual(['Accept', 'Accept as a copy', 'Return…', 'Change…']);
  await card.getByRole('button', { name: 'Accept as a copy' }).click();
  await card.getByRole('button', { name: 'Accept', exact: true }).nth(1).click();
  expect(sent()).toEqual([{ to: path(`/${ID}`), payload: { act: 'accept_copy', version: 3 } }]);
});

test.each<[string, string, string, object]>([
  ['Not needed…', '“Your gap year” is not needed', 'Not needed', { act: 'waive', version: 3, reason: 'It is known.' }],
  ['Cancel the request…', 'Cancel “Your gap year”', 'Cancel the request', { act: 'cancel', version: 3 }],
])('%s asks before it is done', async (act, name, confirm, payload) => {
  const { sent } = await open([item(), request()]);
  await page.getByRole('button', { name: 'Change…' }).last().click();
  await press(act);
  const dialog = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
  await expect.element(dialog.getByText('Now: Waiting')).toBeVisible();
  if ('reason' in payload) await dialog.getByLabelText('Reason').fill(' It is known. ');
  expect(sent()).toEqual([]);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent()).toEqual([{ to: path('/r'), payload }]);
});

test('an item is hidden from the applicant as it was shown', async () => {
  const { made } = await open(
    [item()],
    answerTo(desk.hideOfficeItem, () => ({ items: [], canned: [] })),
  );
  await press('Change…');
  await press('Hide from the applicant');
  const sent = () => made.find(({ to }) => to.startsWith('PUT'));
  await expect.poll(sent).toEqual({
    to: `PUT /office/api/applications/1/items/${ID}/hidden`,
    payload: { is_hidden: true, version: 3 },
  });
});

test('a paper is moved to the item that is chosen among the others', async () => {
  const { sent } = await open([came(), item({ id: 'x', title: 'Report card' }), request()]);
  await press('Move scan.pdf to another item');
  const to = page.getByLabelText('To', { exact: true });
  await expect.poll(() => textsOf(to.getByRole('option'))).toEqual(['Report card', 'Your gap year']);
  await to.selectOptions('Your gap year');
  await page.getByLabelText('Reason').fill('It is the report.');
  await press('Move it');
  await expect.poll(() => sent().at(-1)?.payload).toEqual({ from: ID, to: 'r', reason: 'It is the report.' });
});

test('a file that breaks rules is not sent, and each rule is said; while one is sent, no other is', async () => {
  const { sent } = await open([item()], ({ to }) =>
    to.endsWith('/upload') ? new Promise<Response>(() => undefined) : undefined,
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no input.');
  await userEvent.upload(input, new File([], 'song.mp3'));
  await expect
    .poll(() => currentToasts().map(({ message }) => message))
    .toEqual([expect.stringMatching(/^You can only enter .* Your file is empty\. Please upload a non-empty file\.$/)]);
  expect(sent()).toEqual([]);
  const scan = new File(['%PDF-1.4'], 'scan.pdf', { type: 'application/pdf' });
  await userEvent.upload(input, scan);
  await expect.poll(() => sent().length).toBe(1);
  await userEvent.upload(input, scan);
  await expect.element(page.getByText('Uploading…')).toBeInTheDocument();
  expect(sent()).toHaveLength(1);
});

test('a request may be due today, as days are counted at the university', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T03:00:00Z'), toFake: ['Date'] });
  const { sent } = await open([item()]);
  await press('Ask for something…');
  expect(page.getByRole('group', { name: 'Questions' }).query()).toBeNull();
  await page.getByLabelText('What it is').fill('Newest grades');
  await page.getByLabelText('By', { exact: true }).fill('2026-11-19');
  await press('Ask');
  await expect.element(page.getByText('Please choose today or a later day.')).toBeVisible();
  await page.getByLabelText('By', { exact: true }).fill('2026-11-20');
  await press('Ask');
  await expect.poll(() => sent().at(-1)?.payload).toMatchObject({ due_on: '2026-11-20' });
});

test('an answer that is asked for several times is named with its place', async () => {
  await open(
    [item()],
    answerTo(desk.officeApplication, () => ({
      ...APPLICATION,
      answers: { college_courses_toggle: 'yes', college_course: 'Logic', college_2_course: 'Latin' },
      add_another: { courses: 2 },
    })),
  );
  await press('Ask for something…');
  await page.getByLabelText('What to ask for').selectOptions('correction');
  await page.getByText('Your Education (0 chosen)').click();
  const courses = page.getByRole('group', { name: 'College courses' });
  await expect.element(courses.getByLabelText('Course (Course 2)', { exact: true })).toBeVisible();
  await expect.element(courses.getByLabelText('Have you taken college courses?', { exact: true })).toBeVisible();
});

const corrected = (at: string, item_id: string, first_name: string, keys: string[]) => ({
  ...{ answers: { first_name }, tabs: {}, add_another: {}, documents: {}, item_id, changed_keys: keys },
  ...{ submitted_at: '2026-11-02T10:00:00Z', reopened_at: at },
});
test('each correction stands beside what was sent next, below the request that it was made for', async () => {
  await open(
    [item(), { ...CORRECTION, state: 'accepted', came_at: '2026-11-06T10:00:00Z' }],
    answerTo(desk.officeApplication, () => ({
      ...{ ...APPLICATION, answers: { first_name: 'John', last_name: 'Testperson' } },
      earlier_submissions: [
        corrected('2026-11-05T10:00:00Z', 'c', 'Jo', ['first_name']),
        corrected('2026-11-06T10:00:00Z', 'other', 'Jon', ['first_name']),
        corrected('2026-11-07T10:00:00Z', 'c', 'Jim', ['first_name', 'last_name']),
      ],
    })),
  );
  const rows = card.getByRole('row').filter({ hasNotText: 'Question' });
  await expect.poll(() => textsOf(rows)).toEqual(['First NameJoJon', 'First NameJimJohn', 'Last Name—Testperson']);
});

test('a checklist that could not be loaded says so beside the answers, and one on the screen stays there', async () => {
  let isAway = true;
  const first = Promise.withResolvers<void>();
  const made = await drawOffice(
    '/applications/ada',
    answerTo(desk.officeApplication, () => APPLICATION),
    async ({ to }) => {
      if (!to.endsWith('/items')) return undefined;
      await first.promise;
      return isAway ? Response.json({ message: 'Not now.' }, { status: 400 }) : undefined;
    },
    answerTo(desk.officeChecklist, () => ({ items: [item()], canned: [] })),
    answerTo(desk.moveOfficeItem, () => ({ items: [item()], canned: [] })),
  );
  await expect.element(page.getByRole('region', { name: 'Summary' })).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
  first.resolve();
  await expect.element(page.getByRole('alert').getByText('Not now.')).toBeVisible();
  isAway = false;
  await press('Try again');
  await expect.element(card.getByText('Official transcript')).toBeVisible();
  isAway = true;
  const accept = card.getByRole('button', { name: 'Accept', exact: true });
  await accept.click();
  await expect.poll(() => made.filter(({ to }) => to.endsWith('/items')).length).toBe(3);
  await expect.element(accept).not.toHaveAttribute('aria-disabled');
});

test.each<[string, readonly desk.Right[], number]>([
  ['that it is empty', desk.RIGHTS, 1],
  ['nothing', ['list', 'read'], 0],
])('of an empty checklist, who may change it or not reads %s', async (_, rights, count) => {
  await drawOffice(
    '/applications/ada',
    answerTo(desk.officeApplication, () => APPLICATION),
    answerTo(desk.me, () => ({ ...ME, rights: [...rights] })),
  );
  await expect.element(page.getByRole('region', { name: 'Summary' })).toBeVisible();
  await expect
    .poll(() => page.getByText('This application needs nothing beside its answers.').elements())
    .toHaveLength(count);
  expect(page.getByRole('heading', { name: 'Checklist' }).elements()).toHaveLength(count);
});

test('the key c leads to the first act on what came, or else into the checklist', async () => {
  const { kept } = await open([item({ id: 'a' }), came({ title: 'Report card' })]);
  await expect.element(card.getByText('Report card')).toBeVisible();
  await userEvent.keyboard('c');
  const first = (title: string) =>
    card
      .getByRole('group', { name: `For ${title}` })
      .getByRole('button')
      .first();
  await expect.element(first('Report card')).toHaveFocus();
  kept.items[1] = item({ title: 'Report card', state: 'accepted', acts: ['reconsider'] });
  await userEvent.keyboard('{Enter}');
  await expect.element(card.getByText('Accepted', { exact: true })).toBeVisible();
  await userEvent.keyboard('c');
  await expect.element(first('Official transcript')).toHaveFocus();
});
