import * as desk from '@firstyear/api-contract/desk';
import { currentToasts } from '@firstyear/ui/toast-store.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { APPLICATION, answerTo, ME } from '../app/draw-office.testing.tsx';
import { CORRECTION, came, ID, item, open, PAPER, path, request } from './open-checklist.testing.tsx';

afterEach(() => page.viewport(1440, 900));

test('the checklist says where each item stands, who asked for it and by when, and what came opens beside the answers', async () => {
  await open([
    request({ reply: 'I worked on a farm.', is_hidden: true }),
    came(),
    item({ id: 'b', state: 'accepted' }),
    item({ id: 'c', state: 'came' }),
  ]);
  const card = page.getByRole('region', { name: 'Checklist' });
  await expect.element(card.getByText('To check', { exact: true })).toBeVisible();
  await expect.element(card.getByText('What did you do?')).toBeVisible();
  expect(card.getByText('Ask your counselor.').query()).toBeNull();
  await expect.element(card.getByText('Came Nov 3, 2026, to check')).toBeVisible();
  await expect
    .element(card.getByText('Asked by Grace Director · Due December 1, 2026 · Hidden from the applicant'))
    .toBeVisible();
  await expect.element(card.getByText('I worked on a farm.')).toBeVisible();
  await card.getByRole('link', { name: 'scan.pdf' }).click();
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect.element(documents.getByRole('link', { name: 'Official transcript' })).toHaveAttribute('aria-current');
});

test('a paper says through whose link it came, and whether that is not the address of the counselor', async () => {
  const sent = (id: string, email: string, is_counselor: boolean) =>
    ({ ...PAPER, id, by: null, sent_by: 'helper', helper: { email, is_counselor } }) as const;
  const papers = [sent('p1', 'casey@school.example', true), sent('p2', 'ada@mail.example', false)];
  await open([came({ papers })]);
  const [casey, ada] = page
    .getByRole('region', { name: 'Checklist' })
    .getByText(/, through a link,/)
    .elements();
  expect(casey?.textContent).toContain('From casey@school.example, through a link');
  const mark = "Not the counselor's address in the application";
  expect(casey?.closest('li')?.textContent).not.toContain(mark);
  expect(ada?.closest('li')?.textContent).toContain(mark);
});

test('what came is accepted as it was shown, and the item says so', async () => {
  const { kept, sent } = await open([came()]);
  const accepted = item({ state: 'accepted', acts: ['reconsider'] });
  kept.items[0] = accepted;
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect.element(page.getByText('Accepted', { exact: true })).toBeVisible();
  expect(sent()).toEqual([{ to: path(`/${ID}`), payload: { act: 'accept', version: 3 } }]);
});

test('what the applicant sends while the page is open stands in the checklist after the next report', async () => {
  const report = Promise.withResolvers<{ readonly others: string[]; readonly version: number }>();
  const { kept } = await open(
    [request()],
    answerTo(desk.markPresent, () => report.promise),
  );
  kept.items[0] = request({ state: 'came', came_at: '2026-11-03T15:00:00Z', reply: 'I worked on a farm.' });
  report.resolve({ others: [], version: 2 });
  await expect.element(page.getByText('I worked on a farm.')).toBeVisible();
});

test('a return needs words for the applicant', async () => {
  const { sent } = await open([came()]);
  await page.getByRole('button', { name: 'Return…' }).click();
  await page.getByRole('button', { name: 'Return it' }).click();
  await expect.element(page.getByText('Please say what is wrong with it.')).toBeVisible();
  expect(sent()).toEqual([]);
  await page.getByLabelText('What is wrong with it').fill('Page 2 is cut off.');
  await page.getByRole('button', { name: 'Return it' }).click();
  await expect
    .poll(sent)
    .toEqual([{ to: path(`/${ID}`), payload: { act: 'return', version: 3, words: 'Page 2 is cut off.' } }]);
});

test.each([
  ['what the applicant sends', {}, 'The applicant reads this on their page, and gets an email.'],
  [
    'what a school sends',
    { source: 'school' },
    'The applicant reads this on their page, and gets an email. The school reads it too.',
  ],
  ['a hidden item', { is_hidden: true }, 'Nobody is told, since this is hidden from the applicant.'],
] as const)('the dialog of a return says who reads its words: %s', async (_, changed, hint) => {
  await open([came({ source: 'applicant', ...changed })]);
  await page.getByRole('button', { name: 'Return…' }).click();
  await expect.element(page.getByLabelText('What is wrong with it')).toHaveAccessibleDescription(hint);
});

test('what a colleague has changed meanwhile is refused with a sentence, and the dialog shows what stands there now', async () => {
  let isRefused = true;
  const { kept, sent } = await open([came()], ({ to }) =>
    to === path(`/${ID}`) && isRefused
      ? Response.json({ code: 'item_changed', message: 'This has changed since you opened it.' }, { status: 409 })
      : undefined,
  );
  await page.getByRole('button', { name: 'Return…' }).click();
  await page.getByLabelText('What is wrong with it').fill('Page 2 is cut off.');
  kept.items[0] = came({ version: 4, state: 'returned', returned_words: 'It is not signed.' });
  await page.getByRole('button', { name: 'Return it' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('This has changed since you opened it.')).toBeVisible();
  await expect.element(dialog.getByText('Now: Returned: It is not signed.')).toBeVisible();
  await expect.element(page.getByLabelText('What is wrong with it')).toHaveValue('Page 2 is cut off.');
  isRefused = false;
  await page.getByRole('button', { name: 'Return it' }).click();
  await expect.poll(() => sent().at(-1)?.payload).toMatchObject({ act: 'return', version: 4 });
});

test('a request is asked in the words of the university or in own ones, by a day that is still to come', async () => {
  const { sent } = await open([item()]);
  await page.getByRole('button', { name: 'Ask for something…' }).click();
  const texts = page.getByLabelText('Text', { exact: true });
  await userEvent.selectOptions(texts, 'Time away');
  await expect.element(page.getByLabelText('What to ask for')).toHaveValue('explanation');
  await userEvent.selectOptions(texts, 'Newest grades');
  await expect.element(page.getByLabelText('What it is')).toHaveValue('Newest grades');
  await page.getByLabelText('By', { exact: true }).fill('2020-01-01');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(page.getByText('Please choose today or a later day.')).toBeVisible();
  await page.getByLabelText('By', { exact: true }).fill('2099-12-01');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.poll(() => sent().map(({ to }) => to)).toEqual([path('')]);
  expect(sent()[0]?.payload).toMatchObject({
    ...{ request: 'paper', title: 'Newest grades', text: 'Please upload a report card.', due_on: '2099-12-01' },
  });
});

test('the kind of a request is still chosen after signing in again', async () => {
  const ask = () => page.getByRole('button', { name: 'Ask for something…' }).click();
  const kind = () => page.getByLabelText('What to ask for');
  await open([item()]);
  await ask();
  await userEvent.selectOptions(kind(), 'explanation');
  localStorage.clear();
  await cleanup();
  await open([item()]);
  await ask();
  await expect.element(kind()).toHaveValue('explanation');
  // What is kept is kept for the next test, too.
  await userEvent.selectOptions(kind(), 'paper');
});

test('a paper that is being uploaded says so', async () => {
  await open([came()], ({ to }) => (to === 'POST /uploads' ? new Promise<Response>(() => undefined) : undefined));
  const input = document.querySelector<HTMLInputElement>('input[aria-label="A file for Official transcript"]');
  if (!input) throw new Error('There is no input.');
  await userEvent.upload(input, new File(['%PDF-1.4'], 'mail.pdf', { type: 'application/pdf' }));
  await expect
    .poll(() =>
      page
        .getByRole('status')
        .elements()
        .map((status) => status.textContent),
    )
    .toContain('Uploading…');
});

test('a paper that came by mail is put there, and one at the wrong item is moved with a reason', async () => {
  const { sent } = await open([came(), request(), CORRECTION]);
  const file = new File(['%PDF-1.4'], 'mail.pdf', { type: 'application/pdf' });
  const input = document.querySelector<HTMLInputElement>('input[aria-label="A file for Official transcript"]');
  if (!input) throw new Error('There is no input.');
  await userEvent.upload(input, file);
  await expect.poll(() => sent().map(({ to }) => to)).toContain(path(`/${ID}/papers`));
  expect(sent().at(-1)?.payload).toMatchObject({ paper_id: ID, file_key: 'uploads/one', file_name: 'mail.pdf' });
  await expect.poll(currentToasts).toHaveLength(1);
  await page.getByRole('button', { name: 'Move scan.pdf to another item' }).click();
  const offered = page.getByLabelText('To', { exact: true }).getByRole('option').elements();
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Your gap year']);
  await page.getByLabelText('Reason').fill('It is the report.');
  await page.getByRole('button', { name: 'Move it' }).click();
  await expect
    .poll(() => sent().at(-1))
    .toEqual({
      to: 'POST /office/api/applications/1/papers/p1',
      payload: { from: ID, to: 'r', reason: 'It is the report.' },
    });
});

test.each<[string, Partial<typeof ME>, desk.ListRow['status']]>([
  ['for who may only read', { role: 'reader', rights: ['list', 'read', 'note'] }, 'submitted'],
  ["while the university's sign-on can't be reached", { is_read_only: true }, 'submitted'],
  ['of a withdrawn application', {}, 'withdrawn'],
])('the checklist %s is without what changes it', async (_, me, status) => {
  await open(
    [came(), request()],
    answerTo(desk.me, () => ({ ...ME, ...me })),
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, row: { ...APPLICATION.row, id: '1', status } })),
  );
  await expect.element(page.getByText('Came Nov 3, 2026, to check')).toBeVisible();
  for (const name of ['Accept', 'Ask for something…', 'Move scan.pdf to another item'])
    expect(page.getByRole('button', { name, exact: true }).query()).toBeNull();
});

test('on a phone the checklist is no wider than the screen', async () => {
  await page.viewport(320, 800);
  await open([came({ title: `A ${'very'.repeat(20)} long word` }), request()]);
  expect(document.documentElement.scrollWidth).toBe(320);
});

const ANSWERS = { first_name: 'John', last_name: 'Testperson', sat_taken: 'no' };

test('a correction is asked for by page, section and question; what is asked for already is not offered', async () => {
  const { sent } = await open(
    [CORRECTION, { ...CORRECTION, id: 'd', state: 'accepted', asked_keys: ['last_name'] }],
    answerTo(desk.officeApplication, () => ({
      ...APPLICATION,
      row: { ...APPLICATION.row, id: '1' },
      answers: ANSWERS,
    })),
  );
  await expect.element(page.getByText('To correct: First Name')).toBeVisible();
  await page.getByRole('button', { name: 'Ask for something…' }).click();
  await userEvent.selectOptions(page.getByLabelText('What to ask for'), 'correction');
  await page.getByLabelText('What it is').fill('Please check your name');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(page.getByText('Please choose at least one question.')).toBeVisible();
  expect(sent()).toEqual([]);
  await page.getByText('Your Information (0 chosen)').click();
  const names = page.getByRole('group', { name: 'Your name' });
  expect(names.getByLabelText('First Name', { exact: true }).query()).toBeNull();
  await names.getByLabelText('Last Name', { exact: true }).click();
  await names.getByLabelText('Suffix', { exact: true }).click();
  await expect.element(page.getByText('Your Information (2 chosen)')).toBeVisible();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.poll(() => sent().map(({ to }) => to)).toEqual([path('')]);
  expect(sent()[0]?.payload).toMatchObject({ request: 'correction', keys: ['last_name', 'suffix'] });
});

const CORRECTED = {
  ...{ answers: { ...ANSWERS, first_name: 'Jon' }, tabs: {}, add_another: {}, documents: {}, item_id: 'c' },
  ...{ changed_keys: ['first_name'], submitted_at: '2026-11-02T10:00:00Z', reopened_at: '2026-11-05T10:00:00Z' },
};
test('what was corrected stands there old and new side by side, at the request and among the earlier submissions', async () => {
  await open(
    [{ ...CORRECTION, state: 'came', came_at: '2026-11-05T10:00:00Z' }],
    answerTo(desk.officeApplication, () => ({
      ...APPLICATION,
      row: { ...APPLICATION.row, id: '1' },
      answers: ANSWERS,
      earlier_submissions: [CORRECTED],
    })),
  );
  const card = page.getByRole('region', { name: 'Checklist' });
  await expect.element(card.getByRole('row', { name: 'First Name Jon John' })).toBeVisible();
  await expect
    .element(page.getByText('Last corrected on November 5, 2026: see the earlier submissions.'))
    .toBeVisible();
  await page.getByText(/^Submitted .*, corrected /).click();
  await expect.element(page.getByRole('row', { name: 'First Name Jon John' }).last()).toBeVisible();
});

const [PUT, WAIVE, CANCEL, HIDE] = [
  'Put a file here…',
  'Not needed…',
  'Cancel the request…',
  'Hide from the applicant',
];
test.each<[string, desk.OfficeItem, readonly unknown[]]>([
  ['an item', item(), [PUT, WAIVE, HIDE]],
  ['what is done', item({ state: 'accepted', acts: ['reconsider'] }), [HIDE]],
  ['a hidden item', item({ is_hidden: true, acts: [] }), [PUT, 'Show to the applicant']],
  ['a correction', { ...CORRECTION, acts: ['waive', 'cancel'] }, [WAIVE, CANCEL, HIDE]],
])('the menu of %s offers what can be done with it', async (_, one, names) => {
  const { sent } = await open([one, came({ id: 'z', papers: [] })]);
  await page.getByRole('button', { name: 'Change…' }).first().click();
  const offered = page.getByRole('listitem').getByRole('listitem').getByRole('button');
  expect(offered.elements().map(({ textContent }) => textContent)).toEqual(names);
  expect(sent()).toEqual([]);
});

test('a paper of the only item has nowhere to be moved to, and one that could not be converted says why', async () => {
  const state = 'failed';
  await open([
    came({
      papers: [
        { ...PAPER, state },
        { ...PAPER, id: 'p2', state, message: 'It has a password.' },
      ],
    }),
  ]);
  await expect.element(page.getByText("It couldn't be converted.")).toBeVisible();
  await expect.element(page.getByText('It has a password.')).toBeVisible();
  expect(page.getByRole('button', { name: /^Move/ }).query()).toBeNull();
});

test('a correction that came and changed nothing says so, and one that has not come does not', async () => {
  await open(
    [CORRECTION, { ...CORRECTION, id: 'd', state: 'came', came_at: '2026-11-05T10:00:00Z' }],
    // The other one's correction is no change of this one.
    answerTo(desk.officeApplication, () => ({
      ...{ ...APPLICATION, row: { ...APPLICATION.row, id: '1' }, answers: ANSWERS },
      earlier_submissions: [CORRECTED],
    })),
  );
  await expect.element(page.getByText('The applicant changed nothing.')).toBeVisible();
  expect(page.getByText('The applicant changed nothing.').elements()).toHaveLength(1);
});
