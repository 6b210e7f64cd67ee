import { clearToasts, currentToasts } from '@firstyear/ui/toast-store.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { ScriptedResponse } from '../scripted-network.testing.ts';
import { CAME, draw, explanation, ID, item, itemServer, LISTED, request } from './item-server.testing.tsx';

beforeEach(() => {
  clearToasts();
  sessionStorage.clear();
});
afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(414, 896);
});

const said = () => document.querySelector('[role=status]')?.textContent ?? '';
const file = new File(['%PDF-1.4'], 'passport.pdf', { type: 'application/pdf' });
const chooseFile = async () => {
  await expect.element(page.getByLabelText(/^Your file for/).first()).toBeVisible();
  const input = document.getElementById(`file-${ID}`);
  input?.focus();
  expect(input).toHaveFocus();
  await userEvent.upload(page.getByLabelText('Your file for: Copy of your passport', { exact: true }), file);
};

test('each item says in words where it stands, who sends it and by when, in place of the step that it stands for', async () => {
  itemServer(
    request(),
    item({ id: 'a', state: 'awaiting' }),
    item({ id: 'b', title: 'ACT scores', source: 'test_agency', state: 'came', came_at: CAME }),
    item({ id: 'c', title: 'Letter', state: 'accepted' }),
    item({ id: 'd', title: 'Report', state: 'accepted_copy' }),
    item({ id: 'e', title: 'Portfolio', source: 'applicant', state: 'returned', returned_words: 'Page 2 is cut off.' }),
    item({ id: 'g', title: "Counselor's report", state: 'returned', returned_words: 'It is not signed.' }),
    item({ id: 'f', title: 'Essay', state: 'waived' }),
  );
  const { container } = await draw();
  await expect.element(page.getByText('Waiting for this').first()).toBeVisible();
  const states = [...container.querySelectorAll('[data-state]')].map((state) => state.textContent);
  expect(states).toEqual([
    'Waiting for this',
    'Waiting for this',
    'Came on November 3, 2026, being checked',
    'Checked',
    'We have a copy; the official one is still to come',
    'Please send it again: Page 2 is cut off.',
    'We need this again: It is not signed.',
    'Not needed',
  ]);
  expect(container.textContent).toContain('The admissions office asks you for this');
  expect(container.textContent).toContain('Please send it by December 1, 2099.');
  expect(container.textContent).toContain('Your school sends this to us.');
  expect(page.getByText('Send your high school transcript').query()).toBeNull();
  await expect.element(page.getByText('Watch your email')).toBeVisible();
  const heading = 'To complete your application, you must take the following steps.';
  await expect.element(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
});

test('what was wrong with a file is not said any more once a better one is there, which opens', async () => {
  const sent = { sent_by: 'applicant', href: null } as const;
  const bad = { ...sent, id: 'bad', file_name: 'locked.pdf', state: 'failed' } as const;
  const good = { ...sent, id: 'good', file_name: 'open.pdf', state: 'ready', href: '/files/document/good' } as const;
  const late = { ...bad, id: 'late', file_name: 'empty.pdf' };
  itemServer(request({ state: 'came', came_at: CAME, papers: [bad, good, late] }));
  await draw();
  await expect.element(page.getByRole('link', { name: 'open.pdf' })).toHaveAttribute('href', good.href);
  await expect.element(page.getByText('empty.pdf')).toBeVisible();
  expect(page.getByText('locked.pdf').query()).toBeNull();
});

test('without items the steps are the sentences of the university', async () => {
  itemServer();
  const { container } = await draw({ ...LISTED, items: [] });
  await expect.element(page.getByText('Send your high school transcript')).toBeVisible();
  expect(container.querySelector('[data-state]')).toBeNull();
});

test('a request that is overdue says so from the day after, and still takes what is missing', async () => {
  vi.setSystemTime('2020-01-03T18:00:00Z');
  itemServer(request({ due_on: '2020-01-02' }), request({ id: 'b', due_on: '2020-01-03' }));
  await draw();
  await expect.element(page.getByText('Please send it by January 3, 2020.')).toBeVisible();
  await expect
    .element(page.getByText('It was due on January 2, 2020. Please send it as soon as you can.'))
    .toBeVisible();
  await expect
    .element(page.getByLabelText('Your file for: Copy of your passport', { exact: true }).first())
    .toBeVisible();
});

test('a file is sent where it is missing; what became of it is announced, and the keyboard stays there', async () => {
  const server = itemServer(request());
  await draw();
  server.kept.answers.set(`POST /api/item/${ID}/paper`, [200, {}]);
  await expect.element(page.getByText('Waiting for this')).toBeVisible();
  const paper = { id: 'p', file_name: 'passport.pdf', sent_by: 'applicant', href: null } as const;
  server.has(request({ state: 'came', came_at: CAME, papers: [{ ...paper, state: 'ready' }] }));
  await chooseFile();
  await expect.element(page.getByText('Came on November 3, 2026, being checked', { exact: true })).toBeVisible();
  const sent = [`POST /api/item/${ID}/upload`, 'POST /uploads', `POST /api/item/${ID}/paper`];
  await expect.poll(() => server.sent()).toEqual(sent);
  expect(server.seen.find(({ path }) => path.endsWith('/paper'))?.body).toEqual({
    ...{ paper_id: ID, file_key: 'uploads/one', file_name: 'passport.pdf', file_size: file.size },
  });
  await expect.poll(said).toBe('Copy of your passport: Came on November 3, 2026, being checked');
  await expect.element(page.getByRole('button', { name: 'Send another file' })).toHaveFocus();
  await expect.element(page.getByText('passport.pdf')).toBeVisible();
  expect(page.getByText('We need the page with your photo.').query()).toBeNull();
});

test.each([
  ['missing', request()],
  ['to be checked', request({ state: 'came', came_at: CAME })],
])('a file that is being sent is still shown so after another page, and then sent: %s', async (_, asked) => {
  const server = itemServer(asked);
  const { comeBack } = await draw();
  const { promise, resolve } = Promise.withResolvers<ScriptedResponse>();
  server.kept.answers.set('POST /uploads', promise);
  if (asked.state === 'came') await page.getByRole('button', { name: 'Send another file' }).click();
  await chooseFile();
  await expect.element(page.getByText('Uploading…')).toBeVisible();
  await comeBack();
  await expect.element(page.getByText('Uploading…')).toBeVisible();
  server.has(request({ state: 'accepted', may_send: false }));
  resolve([200, {}]);
  await expect.element(page.getByText('Checked', { exact: true })).toBeVisible();
  expect(server.sent()).toEqual([`POST /api/item/${ID}/upload`, 'POST /uploads', `POST /api/item/${ID}/paper`]);
});

test('a file that cannot be read says why, and another one can be sent at once', async () => {
  const failed = { id: 'p', file_name: 'passport.pdf', sent_by: 'applicant', state: 'failed', href: null } as const;
  itemServer(request({ papers: [{ ...failed, message: 'This file is protected by a password.' }] }));
  await draw();
  await expect.element(page.getByText('This file is protected by a password.')).toBeVisible();
  await expect.element(page.getByLabelText('Your file for: Copy of your passport', { exact: true })).toBeVisible();
});

test('of a file that arrived, whose last response was lost, a second try sends nothing twice', async () => {
  const server = itemServer(request());
  await draw();
  server.kept.answers.set(`POST /api/item/${ID}/paper`, 'away');
  await chooseFile();
  await expect.element(page.getByText(/^The site isn't responding/)).toBeVisible();
  server.kept.answers.clear();
  server.has(request({ state: 'came', came_at: CAME }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Came on November 3, 2026, being checked', { exact: true })).toBeVisible();
  expect(server.sent().filter((call) => call.endsWith('/upload'))).toHaveLength(1);
  expect(server.sent().filter((call) => call.endsWith('/paper'))).toHaveLength(2);
});

test('a file that failed twice can be left for another one', async () => {
  const server = itemServer(request());
  await draw();
  server.kept.answers.set(`POST /api/item/${ID}/paper`, 'away');
  await chooseFile();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => server.sent().filter((call) => call.endsWith('/paper'))).toHaveLength(2);
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect.element(page.getByLabelText('Your file for: Copy of your passport', { exact: true })).toBeVisible();
});

const CLOSED: ScriptedResponse = [409, { code: 'item_closed', message: 'Nothing more can be sent here.' }];

test('a file for an item that the office has accepted meanwhile is not sent, and the item shows where it stands', async () => {
  const server = itemServer(request());
  await draw();
  server.kept.answers.set(`POST /api/item/${ID}/upload`, CLOSED);
  server.kept.standing.items[0] = request({ state: 'accepted', may_send: false });
  await chooseFile();
  await expect.element(page.getByText('Checked', { exact: true })).toBeVisible();
  expect(currentToasts().map(({ message }) => message)).toEqual(['Nothing more can be sent here.']);
});

const field = () => page.getByLabelText('Your explanation for: Your gap year', { exact: true });

test('an explanation that cannot be sent stays in the field, over a reload too, and is gone from the tab once it is sent', async () => {
  const server = itemServer(explanation());
  await draw();
  server.kept.answers.set(`POST /api/item/${ID}/reply`, 'away');
  await field().fill('I worked on a farm.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText(/^The site isn't responding/)).toBeVisible();
  await expect.element(field()).toHaveValue('I worked on a farm.');
  await cleanup();
  await draw();
  await expect.element(field()).toHaveValue('I worked on a farm.');
  server.kept.answers.clear();
  server.has(explanation({ state: 'came', came_at: CAME, reply: 'I worked on a farm.', may_send: false }));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(page.getByText('I worked on a farm.')).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

test('an explanation for a request that was closed meanwhile was not sent, and can still be read', async () => {
  const server = itemServer(explanation());
  await draw();
  await field().fill('I worked on a farm.');
  server.kept.answers.set(`POST /api/item/${ID}/reply`, CLOSED);
  server.has(explanation({ state: 'canceled', may_send: false }));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText("This is what you wrote. It wasn't sent.")).toBeVisible();
  await expect.element(page.getByText('I worked on a farm.')).toBeVisible();
  expect(currentToasts().map(({ message }) => message)).toEqual(['Nothing more can be sent here.']);
});

test('an explanation that arrived, although the response was lost, is shown as sent, and is gone from the tab', async () => {
  const server = itemServer(explanation());
  await draw();
  await field().fill('I worked on a farm. ');
  server.kept.answers.set(`POST /api/item/${ID}/reply`, 'away');
  server.has(explanation({ state: 'came', came_at: CAME, reply: 'I worked on a farm.', may_send: false }));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText('Your explanation', { exact: true })).toBeVisible();
  expect(page.getByText("This is what you wrote. It wasn't sent.").query()).toBeNull();
  await expect.poll(() => sessionStorage.length).toBe(0);
});

test('an explanation that is empty or too long is not sent, and nothing of it is cut off', async () => {
  const server = itemServer(explanation());
  await draw();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText('Please write something first.')).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await field().fill('x'.repeat(2503));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText('This is too long by 3 characters. Please shorten it.')).toBeVisible();
  expect(server.sent()).toEqual([]);
  await field().fill('x'.repeat(2500));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => server.sent()).toEqual([`POST /api/item/${ID}/reply`]);
});

test('an application that is complete says so, and by which day everything had been checked', async () => {
  const server = itemServer(item({ state: 'accepted' }));
  Object.assign(server.kept.standing, { is_complete: true, looked_at_until: '2026-11-21' });
  await draw();
  await expect.element(page.getByText('We have everything.', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('Everything that came until November 21, 2026 has been looked at.'))
    .toBeVisible();
});

test('without a connection the page says that it does not know, and a press asks again', async () => {
  const server = itemServer(item());
  server.kept.answers.set('GET /api/item', 'away');
  await draw();
  await expect.element(page.getByText(/^We can't see right now what we have/)).toBeVisible();
  await expect.element(page.getByText('Send your high school transcript')).toBeVisible();
  server.kept.answers.clear();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(page.getByText('Waiting for this')).toBeVisible();
});

test('on a narrow phone nothing is wider than the screen', async () => {
  await page.viewport(320, 800);
  const file_name = `${'passport'.repeat(4)}.pdf`;
  const paper = { id: 'p', file_name, sent_by: 'applicant', state: 'waiting', href: null } as const;
  itemServer(request({ title: `A ${'very'.repeat(20)} long word`, papers: [paper] }), explanation({ id: 'b' }));
  await draw();
  await expect.element(page.getByText('Converting to PDF…')).toBeVisible();
  await expect.element(page.getByLabelText(/^Your file for/).last()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});
