import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answer, APPLICATION, answerTo, CHOICES, drawOffice } from '../app/draw-office.testing.tsx';

const dialog = page.getByRole('dialog');
const see = dialog.getByRole('button', { name: 'See what will happen' });
const row = page.getByRole('link', { name: 'Testperson, Ada' });

const EQUIPPED = answerTo(desk.officeChoices, () => ({
  ...{ ...CHOICES, labels: ['grant'], stages: [{ value: 'committee', label: 'Committee' }] },
  ...{ messages: [{ value: 'visit', label: 'Your visit' }], items: [{ value: 'letter', label: 'A letter' }] },
  requests: [{ title: 'Newest grades', request: 'paper' as const, text: 'Please send them.' }],
}));

/** Selects the one applicant of the list and opens an act on many. */
async function act(name: string, ...answers: readonly Answer[]) {
  const made = await drawOffice(
    '/applications',
    ...answers,
    EQUIPPED,
    answerTo(desk.applications, () => ({
      ...{ rows: [APPLICATION.row], total: { count: 1, is_more: false }, previous: null, next: null },
    })),
    answerTo(desk.previewMany, () => ({ count: 1, left_out: [], mails: [], previewed: 'x' })),
    answerTo(desk.startMany, () => ({ id: '1' })),
  );
  await page.getByRole('checkbox', { name: 'Select Testperson, Ada' }).click();
  await page.getByRole('button', { name, exact: true }).click();
  return made;
}

test.each<[string, Readonly<Record<string, string>>, string, string, object]>([
  ['Assign…', { To: 'Omar Reader' }, 'assign 1 application to Omar Reader.', 'Assign them', { to: 'omar' }],
  ['Assign…', {}, 'assign 1 application to Nobody.', 'Assign them', { to: null }],
  [
    ...(['Set the stage…', { Stage: 'Committee' }, 'set the stage of 1 application: Committee.'] as const),
    ...(['Set the stage', { to: 'committee' }] as const),
  ],
  ['Set the stage…', {}, 'set the stage of 1 application: None.', 'Set the stage', { to: '' }],
  [
    ...(['Mail again…', { Email: 'Receipt (submitted)' }, 'mail 1 person: Receipt (submitted).'] as const),
    ...(['Send it again', { mail: 'receipt' }] as const),
  ],
  ['Accept an item…', { Item: 'A letter' }, 'accept “A letter” for 1 application.', 'Accept it', { rule: 'letter' }],
])('%s with %o says in words what it will do, and does it', async (name, chosen, will, start, sent) => {
  const made = await act(name);
  for (const [label, value] of Object.entries(chosen)) await dialog.getByLabelText(label).selectOptions(value);
  expect(dialog.getByLabelText('Reason').query()).toBeNull();
  await see.click();
  await expect.element(dialog.getByText(`This will ${will}`)).toHaveFocus();
  await dialog.getByRole('button', { name: start }).click();
  const payload = () => made.find(({ to }) => to === `POST ${desk.startMany.path}`)?.payload;
  await expect.poll(payload).toMatchObject({ act: sent, selection: { ids: ['ada'] } });
});

test.each<[Readonly<Record<string, string>>, string, object]>([
  [{ 'Which message': 'Your visit' }, 'Your visit', { id: 'visit' }],
  [{}, 'About Friday', { subject: 'About Friday', text: 'Please come.' }],
])('a message to many is one of the list, or in own words: %o', async (chosen, what, message) => {
  const made = await act('Write…');
  for (const [label, value] of Object.entries(chosen)) await dialog.getByLabelText(label).selectOptions(value);
  if ('subject' in message) {
    await see.click();
    await expect.element(dialog.getByLabelText('Subject')).toHaveFocus();
    await dialog.getByLabelText('Subject').fill(' About Friday ');
    await dialog.getByLabelText('Text').fill(' Please come. ');
  }
  await see.click();
  await expect.element(dialog.getByText(`This will write to 1 applicant: ${what}.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Send it' }).click();
  const payload = () => made.find(({ to }) => to === `POST ${desk.startMany.path}`)?.payload;
  await expect.poll(payload).toMatchObject({ act: { kind: 'message', message } });
});

test('an item is not needed for a reason, which is asked for where it is missing', async () => {
  await act('Item not needed…');
  const missing = () => dialog.getByText('Please fill this in.').elements().length;
  await expect.element(dialog.getByLabelText('Reason')).toBeVisible();
  expect(missing()).toBe(0);
  await see.click();
  for (const label of ['Item', 'Reason'])
    await expect.element(dialog.getByLabelText(label)).toHaveAccessibleDescription(/Please fill this in/);
  await dialog.getByLabelText('Item').selectOptions('A letter');
  await dialog.getByLabelText('Reason').fill('It is late.');
  await expect.poll(missing).toBe(0);
});

test('the deadline of many is extended to a moment to come, for a reason, and they need not be told', async () => {
  const made = await act('Extend the deadline…');
  const until = dialog.getByLabelText('Until');
  await dialog.getByLabelText('Reason').fill(' A storm. ');
  await until.fill('2020-01-01T12:00');
  await see.click();
  await expect.element(until).toHaveAccessibleDescription(/Please fill this in/);
  await until.fill('2999-01-01T12:00');
  await expect.element(until).not.toHaveAccessibleDescription(/Please fill this in/);
  await dialog.getByRole('checkbox').click();
  await see.click();
  await expect
    .element(dialog.getByText(/extend the deadline of 1 applicant until January 1, 2999 at 12:00 PM Eastern Time[.]/))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Extend the deadline' }).click();
  const payload = () => made.find(({ to }) => to === `POST ${desk.startMany.path}`)?.payload;
  const sent = { kind: 'extend_deadline', until: '2999-01-01T17:00:00.000Z', reason: 'A storm.', tells: false };
  await expect.poll(payload).toMatchObject({ act: sent });
});

test('what many are asked for begins with a text of the list', async () => {
  await act('Ask for something…');
  await dialog.getByRole('combobox').first().selectOptions('Newest grades');
  await expect.element(dialog.getByLabelText('What it is')).toHaveValue('Newest grades');
});

test('an act that could not be started is sent again as the same, and as another once it says something else', async () => {
  const made = await act('Label…', ({ to }) =>
    to === `POST ${desk.startMany.path}` ? Response.json({ message: 'Not now.' }, { status: 503 }) : undefined,
  );
  const posts = (path: string) => made.filter(({ to }) => to === `POST ${path}`);
  const start = async (count: number) => {
    await dialog.getByRole('button', { name: 'Add the label' }).click();
    await expect.poll(() => posts(desk.startMany.path)).toHaveLength(count);
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Not now.');
  };
  await dialog.getByLabelText('Label').fill('grant');
  await see.click();
  await start(1);
  await start(2);
  expect(posts(desk.previewMany.path)).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect.element(dialog.getByLabelText('Label')).toHaveFocus();
  expect(dialog.getByRole('alert').query()).toBeNull();
  await dialog.getByLabelText('Label').fill('visit');
  await see.click();
  await expect.element(dialog.getByText('This will label 1 application “visit”.')).toBeVisible();
  await start(3);
  const [first, second, third] = posts(desk.startMany.path).map(({ payload }) => Object(payload).attempt);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('an act says how far it is and whom it left out; when it is closed, the list is read again and nothing is selected', async () => {
  const left_out = ['Bea', 'Cy'].map((id) => ({ id, name: `${id} Draft`, why: 'is a draft' }));
  const made = await act(
    'Label…',
    answerTo(desk.manyProgress, () => {
      const reads = made.filter(({ to }) => to.includes('/many/')).length;
      const state = (['waiting', 'running', 'done'] as const)[Math.min(reads, 3) - 1] ?? 'waiting';
      return { state, done: state === 'done' ? 9 : 4, total: 9, left_out: state === 'done' ? left_out : [] };
    }),
  );
  const said: (string | undefined)[] = [];
  new MutationObserver(() => said.push(document.querySelector('dialog [role=status]')?.textContent)).observe(
    document.body,
    { subtree: true, childList: true, characterData: true },
  );
  await dialog.getByLabelText('Label').fill('grant');
  await see.click();
  await dialog.getByRole('button', { name: 'Add the label' }).click();
  await expect.element(dialog.getByText('Done: 7 applications were changed.')).toBeVisible();
  expect([...new Set(said)]).toEqual(expect.arrayContaining(['Waiting to begin…', '4 of 9']));
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Bea Draft: is a draft', 'Cy Draft: is a draft']);
  const reads = () =>
    [desk.applications, desk.views, desk.officeChoices].map(
      ({ path }) => made.filter(({ to }) => to === `GET ${path}`).length,
    );
  expect(reads()).toEqual([1, 1, 1]);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.poll(reads).toEqual([2, 2, 2]);
  await expect.element(row).toBeVisible();
  expect(page.getByText('1 selected').query()).toBeNull();
});

test('what an act would do is asked once, however often Enter is pressed', async () => {
  const made = await act(
    'Label…',
    answerTo(desk.previewMany, () => new Promise(() => {})),
  );
  await dialog.getByLabelText('Label').fill('grant');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(see).toHaveAttribute('aria-disabled', 'true');
  expect(made.filter(({ to }) => to === `POST ${desk.previewMany.path}`)).toHaveLength(1);
});

test('what an act would do and cannot be said is asked again', async () => {
  let isAway = true;
  await act('Assign…', ({ to }) =>
    isAway && to === `POST ${desk.previewMany.path}`
      ? Response.json({ message: 'Not now.' }, { status: 503 })
      : undefined,
  );
  await see.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Not now.');
  isAway = false;
  await see.click();
  await expect.element(dialog.getByText('This will assign 1 application to Nobody.')).toBeVisible();
  expect(dialog.getByRole('alert').query()).toBeNull();
});

test('an act that is left before it began changes nothing, and keeps the selection', async () => {
  const made = await act('Withdraw…');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => dialog.query()).toBeNull();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  expect(made.filter(({ to }) => to.startsWith('POST ') && to.includes('/many'))).toEqual([]);
});
