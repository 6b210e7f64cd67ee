import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPLICATION, answerTo, CHOICES, drawOffice, ME } from '../app/draw-office.testing.tsx';
import { EMPTY_MESSAGE } from '../shared/letter.tsx';
import { actOf, EMPTY, type Fields } from './act-fields.tsx';

const MAIL: desk.ShownLetter = {
  ...{ recipient: 'ada@mail.example', language: 'en', subject: 'Newest grades', text: 'Dear Ada,', english: null },
};
const dialog = () => page.getByRole('dialog');
const see = () => dialog().getByRole('button', { name: 'See what will happen' });

/** Opens the list of one applicant of a university with these items, and selects the row. Returns what started an act. */
async function select(...items: { readonly value: string; readonly label: string }[]) {
  const made = await drawOffice(
    '/applications',
    answerTo(desk.officeChoices, () => ({ ...CHOICES, items })),
    answerTo(desk.applications, () => ({
      ...{ rows: [APPLICATION.row], total: { count: 1, is_more: false }, previous: null, next: null },
    })),
    answerTo(desk.previewMany, () => ({ count: 1, left_out: [], mails: [{ ...MAIL, count: 1 }], previewed: 'x' })),
    answerTo(desk.startMany, () => ({ id: '1' })),
    answerTo(desk.manyProgress, () => ({ state: 'done' as const, done: 1, total: 1, left_out: [] })),
  );
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  return () => made.find(({ to }) => to === `POST ${desk.startMany.path}`)?.payload;
}

test('the office asks many for something with a name and a day to come, after it saw the email to them', async () => {
  const started = await select();
  await page.getByRole('button', { name: 'Ask for something…' }).click();
  await dialog().getByLabelText('By', { exact: true }).fill('2020-01-01');
  await see().click();
  await expect.element(dialog().getByLabelText('What it is')).toHaveAccessibleDescription(/Please say what it is/);
  await expect.element(dialog().getByText('Please choose today or a later day.')).toBeVisible();
  await dialog().getByLabelText('What it is').fill('Newest grades');
  await dialog().getByLabelText('By', { exact: true }).fill('2999-01-01');
  await see().click();
  await expect.element(dialog().getByText('This will ask 1 applicant for “Newest grades”.')).toBeVisible();
  await expect.element(dialog().getByText('Dear Ada,')).toBeVisible();
  await dialog().getByRole('button', { name: 'Ask them' }).click();
  const act = { kind: 'ask', request: 'paper', title: 'Newest grades', text: '', due_on: '2999-01-01' };
  await expect.poll(started).toMatchObject({ act, previewed: 'x' });
});

test('an item is chosen by its title, and is not needed for a reason', async () => {
  const started = await select({ value: 'letter', label: 'A letter' });
  await page.getByRole('button', { name: 'Item not needed…' }).click();
  await see().click();
  await expect.element(dialog().getByLabelText('Item')).toHaveAccessibleDescription(/fill this in/);
  await dialog().getByLabelText('Item').selectOptions('A letter');
  await dialog().getByLabelText('Reason').fill('The school is closed.');
  await see().click();
  await expect.element(dialog().getByText('This will mark “A letter” as not needed for 1 application.')).toBeVisible();
  await dialog().getByRole('button', { name: 'Not needed' }).click();
  const act = { kind: 'waive_item', rule: 'letter', reason: 'The school is closed.' };
  await expect.poll(started).toMatchObject({ act });
});

test('without a list of items the office decides none for many, but may ask them for something', async () => {
  await select();
  await expect.element(page.getByRole('button', { name: 'Ask for something…' })).toBeVisible();
  for (const name of ['Accept an item…', 'Item not needed…'])
    expect(page.getByRole('button', { name }).elements()).toEqual([]);
});

test('what is left out is not counted as changed, and a label is named as it is written already', async () => {
  const left_out = [{ id: 'bea', name: 'Bea Draft', why: 'has it already' }];
  await drawOffice(
    '/applications',
    answerTo(desk.officeChoices, () => ({ ...CHOICES, labels: ['First-gen'] })),
    answerTo(desk.applications, () => ({
      ...{ rows: [APPLICATION.row], total: { count: 1, is_more: false }, previous: null, next: null },
    })),
    answerTo(desk.previewMany, () => ({ count: 1, left_out, mails: [], previewed: 'x' })),
    answerTo(desk.startMany, () => ({ id: '1' })),
    answerTo(desk.manyProgress, () => ({ state: 'done' as const, done: 2, total: 2, left_out })),
  );
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  await page.getByRole('button', { name: 'Label…', exact: true }).click();
  await dialog().getByLabelText('Label').fill('FIRST-GEN');
  await see().click();
  await expect.element(dialog().getByText('This will label 1 application “First-gen”.')).toBeVisible();
  await dialog().getByRole('button', { name: 'Add the label' }).click();
  await expect.element(dialog().getByText('Done: 1 application was changed.')).toBeVisible();
});

test.each([
  ['q=zzzz', 'You searched for “zzzz”.', undefined],
  ['q=zzzz&view=all', 'You searched for “zzzz”.', undefined],
  ['q=zzzz&view=to-read', 'You searched for “zzzz” in “To read”.', '?q=zzzz&view=all'],
  ['q=zzzz&school=Nowhere&sort=name', 'You searched for “zzzz”.', '?q=zzzz&view=all'],
  ['school=Nowhere&label=x', 'No application has the label “x”. A director may have renamed it.', '?view=all'],
])('where %s finds nothing, a wider search is offered only if there is one', async (address, text, wider) => {
  const none = { rows: [], total: { count: 0, is_more: false }, previous: null, next: null };
  const made = await drawOffice(
    `/applications?${address}`,
    answerTo(desk.applications, () => none),
  );
  await expect.element(page.getByRole('heading', { name: 'Nothing found.' })).toBeVisible();
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByText(/^You can search for a name/).elements()).toHaveLength(address.startsWith('q') ? 1 : 0);
  const everywhere = page.getByRole('button', { name: 'Search all applications' });
  expect(everywhere.elements()).toHaveLength(wider === undefined ? 0 : 1);
  if (wider === undefined) return;
  await everywhere.click();
  await expect
    .poll(() => made.findLast(({ to }) => to.includes('/applications'))?.to)
    .toBe(`GET ${desk.applications.path}${wider}`);
});

test('what can be done with a selection stays in sight above rows that do not fit', async () => {
  await page.viewport(1280, 900);
  const rows = Array.from({ length: 50 }, (_, place) => ({
    ...APPLICATION.row,
    id: `${place}`,
    given_name: `Ada ${place}`,
  }));
  await drawOffice(
    '/applications',
    answerTo(desk.applications, () => ({
      ...{ rows, total: { count: 50, is_more: false }, previous: null, next: null },
    })),
  );
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada 0', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Ask for something…' })).toBeInViewport();
  await expect.element(page.getByRole('link', { name: 'Testperson, Ada 49' })).not.toBeInViewport();
});

test('*More filters* says whether it is open', async () => {
  await drawOffice(
    '/applications',
    answerTo(desk.applications, () => ({
      ...{ rows: [APPLICATION.row], total: { count: 1, is_more: false }, previous: null, next: null },
    })),
  );
  const more = page.getByRole('button', { name: 'More filters' });
  await expect.element(more).toHaveAttribute('aria-expanded', 'false');
  await more.click();
  await expect.element(more).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByLabelText('Language')).toBeVisible();
});

test('on a phone, the link to the page that is open is in sight', async () => {
  await page.viewport(360, 800);
  await drawOffice(
    '/audit',
    answerTo(desk.auditTrail, () => ({ events: [], next: null })),
  );
  await expect.element(page.getByRole('link', { name: 'Audit trail' })).toBeInViewport();
  await page.viewport(1280, 900);
});

const REASON = 'asked by phone';
const LATER = '2999-01-01T12:00:00.000Z';
test.each<[desk.ManyAct, Partial<Fields>, object | undefined]>([
  ['remove_label', { label: ' grant ' }, { label: 'grant' }],
  ['add_label', { label: ' ' }, undefined],
  ['assign', { to: 'ada' }, { to: 'ada' }],
  ['assign', {}, { to: null }],
  ['message', { message: { ...EMPTY_MESSAGE, subject: 'Your visit' } }, undefined],
  ['message', { message: { ...EMPTY_MESSAGE, text: 'On Friday.' } }, undefined],
  ['message', { message: { ...EMPTY_MESSAGE, which: 'visit' } }, { message: { id: 'visit' } }],
  ['extend_deadline', { until: LATER, reason: ` ${REASON} ` }, { until: LATER, reason: REASON, tells: true }],
  ['extend_deadline', { until: LATER, reason: 'ab ' }, undefined],
  ['extend_deadline', { until: '2020-01-01T12:00:00.000Z', reason: REASON }, undefined],
  ['withdraw', { reason: REASON, tells: false }, { reason: REASON, tells: false }],
  ['withdraw', {}, undefined],
  ['accept_item', {}, undefined],
  ['accept_item', { rule: 'letter' }, { rule: 'letter' }],
  ['set_stage', { stage: 'committee' }, { to: 'committee' }],
  ['mail_again', { mail: 'receipt' }, { mail: 'receipt' }],
  ['waive_item', { rule: 'letter' }, undefined],
  ['waive_item', { reason: REASON }, undefined],
])('%s with %o is sent only if nothing is missing', (kind, fields, sent) => {
  const act = actOf(kind, { ...EMPTY, ...fields }, (until) => new Date(until), 'UTC');
  expect(act).toEqual(sent && { kind, ...sent });
});

test.each([
  [{ acts_on_many: ['withdraw', 'add_label'] }, ['Label…', 'Withdraw…']],
  [{ acts_on_many: ['set_stage'] }, []],
  [{ is_read_only: true }, []],
])('of the acts on many, people with %o are offered their own', async (me, names) => {
  await drawOffice(
    '/applications',
    answerTo(desk.me, () => ({ ...ME, ...me })),
    answerTo(desk.applications, () => ({
      ...{ rows: [APPLICATION.row], total: { count: 1, is_more: false }, previous: null, next: null },
    })),
  );
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  const offered = page.getByRole('region', { name: 'Selected applications' }).getByRole('group').getByRole('button');
  expect(offered.elements().map(({ textContent }) => textContent)).toEqual(names);
  expect(page.getByText('With the selected:').elements()).toHaveLength(Math.min(1, names.length));
});

test('an act that would change no application cannot be started, and says whom it leaves out and why', async () => {
  await drawOffice(
    '/applications',
    answerTo(desk.applications, () => ({
      ...{ rows: [APPLICATION.row], total: { count: 1, is_more: false }, previous: null, next: null },
    })),
    answerTo(desk.previewMany, () => ({
      ...{ count: 0, left_out: [{ id: 'bea', name: 'Bea Draft', why: 'is a draft' }], mails: [], previewed: 'x' },
    })),
  );
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  await page.getByRole('button', { name: 'Assign…' }).click();
  await see().click();
  await expect.element(dialog().getByText(/Bea Draft.*is a draft/)).toBeVisible();
  expect(dialog().getByRole('button', { name: 'Assign them' }).query()).toBeNull();
  await dialog().getByRole('button', { name: 'Back' }).click();
  await expect.element(see()).toBeVisible();
});

test('an act that would do something else by now is not done, and says anew what it will do', async () => {
  let count = 2;
  await drawOffice(
    '/applications',
    answerTo(desk.applications, () => ({
      ...{ rows: [APPLICATION.row], total: { count: 2, is_more: false }, previous: null, next: null },
    })),
    answerTo(desk.previewMany, () => ({ count, left_out: [], mails: [], previewed: String(count) })),
    ({ to }) => {
      if (to !== `POST ${desk.startMany.path}`) return undefined;
      count = 1;
      return Response.json({ code: 'changed_since_preview', message: 'This has changed.' }, { status: 409 });
    },
  );
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  await page.getByRole('button', { name: 'Assign…' }).click();
  await see().click();
  await dialog().getByRole('button', { name: 'Assign them' }).click();
  await expect.element(dialog().getByText('This has changed.')).toBeVisible();
  await expect.element(dialog().getByText(/1 application/)).toBeVisible();
});

test.each<[string, boolean, string]>([
  ['', false, 'Nobody has applied yet.'],
  ['', true, 'Nothing found.'],
  ['?label=gone', false, 'No application has the label “gone”. A director may have renamed it.'],
  ['?label=grant', false, 'No application fits these filters.'],
])('an empty list of %o says why it is empty (drafts left out: %s)', async (search, hides_drafts, text) => {
  const deadline = (year: number, term: string) => ({
    ...{ term, opens: '2019-01-01T00:00:00Z', closes: `${year}-06-15T12:00:00Z` },
  });
  await drawOffice(
    `/applications${search}`,
    answerTo(desk.officeChoices, () => ({
      ...{ ...CHOICES, labels: ['grant'], deadlines: [deadline(2020, '2020-fall'), deadline(2999, '2027-fall')] },
    })),
    answerTo(desk.applications, () => ({
      ...{ rows: [], total: { count: 0, is_more: false }, previous: null, next: null, hides_drafts },
    })),
  );
  await expect.element(page.getByText(text)).toBeVisible();
  const closes = page.getByText('Fall 2027 closes on June 15, 2999.');
  expect(closes.elements()).toHaveLength(search === '' && !hides_drafts ? 1 : 0);
  expect(page.getByText(/^Drafts aren't in this list/).elements()).toHaveLength(hides_drafts ? 1 : 0);
});
