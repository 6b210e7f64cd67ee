import * as desk from '@firstyear/api-contract/desk';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { type Answer, APPLICATION, answerTo, drawOffice, ME } from '../app/draw-office.testing.tsx';

const NOTE: desk.Note = {
  ...{ id: 'note', author: 'Grace Director', is_mine: true, text: 'Called.', version: 1 },
  ...{ created_at: '2026-11-01T10:00:00Z', changed_at: '2026-11-01T10:00:00Z' },
};

const field = page.getByRole('textbox', { name: 'Edit' });
const done = page.getByRole('button', { name: 'Done' });
const leave = () => page.getByRole('heading', { name: 'Notes' }).click();
/** The calls that save a note. Earlier tests' editors may still try to save others. */
const savesOf = (made: Awaited<ReturnType<typeof drawOffice>>, id: string) =>
  made.flatMap(({ to, payload }) => (to.endsWith(`/notes${id}`) ? [payload] : []));

test('an emptied note is gone, but not while its author has an unsaved text for it', async () => {
  let { text } = NOTE;
  const open = () =>
    drawOffice(
      '/applications/ada',
      answerTo(desk.officeApplication, () => ({ ...APPLICATION, notes: [{ ...NOTE, text }] })),
      answerTo(desk.changeNote, () => Promise.reject(new TypeError('Failed to fetch'))),
    );
  await open();
  await page.getByRole('button', { name: 'Edit' }).click();
  await field.fill('Called again.');
  await expect.element(page.getByText('Not saved yet. We keep trying.')).toBeVisible();
  await cleanup();
  text = '';
  await open();
  await expect.element(field).toHaveValue('Called again.');
});

test.each<[string, boolean, readonly desk.Right[], number, number]>([
  ['their own', true, desk.RIGHTS, 1, 1],
  ["a colleague's", false, desk.RIGHTS, 0, 1],
  ['their own without the right to write', true, ['list', 'read'], 0, 0],
])('of notes, people may edit %s: %s', async (_, is_mine, rights, edits, fields) => {
  await drawOffice(
    '/applications/ada',
    answerTo(desk.me, () => ({ ...ME, rights: [...rights] })),
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, notes: [{ ...NOTE, id: 'other', is_mine }] })),
  );
  await expect.element(page.getByText('Called.', { exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Edit' }).elements()).toHaveLength(edits);
  expect(page.getByLabelText('New note').elements()).toHaveLength(fields);
});

test('notes stand beside the answers, in sight while these scroll', async () => {
  await page.viewport(1440, 900);
  await drawOffice(
    '/applications/ada',
    answerTo(desk.officeApplication, () => APPLICATION),
  );
  const notes = page.getByRole('heading', { name: 'Notes' });
  await expect.element(notes).toBeInViewport();
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect.element(notes).toBeInViewport();
});

test.each([
  ['taken', 'Use the newer text', 'Omar called.', []],
  ['kept', 'Keep mine', 'I called.', [{ text: 'I called.', version: 2 }]],
])(
  'a note that was changed elsewhere waits until its author has read the newer text and decided: it is %s',
  async (id, decision, text, sent) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let note = { ...NOTE, id };
    const refuse: Answer = ({ to, payload }) => {
      if (!to.endsWith(`/notes/${id}`) || Object(payload).version === 2) return undefined;
      note = { ...note, text: 'Omar called.', version: 2 };
      return Response.json({ code: 'note_changed', message: 'It was changed.' }, { status: 409 });
    };
    const made = await drawOffice(
      '/applications/ada',
      refuse,
      answerTo(desk.changeNote, () => ({ note: { ...note, text: 'I called.', version: 3 } })),
      answerTo(desk.officeApplication, () => ({ ...APPLICATION, notes: [{ ...NOTE, id: 'first' }, note] })),
    );
    await page.getByRole('button', { name: 'Edit' }).last().click();
    await field.fill('I');
    await leave();
    await expect.element(page.getByRole('alert').getByText('Omar called.')).toBeVisible();
    await field.fill('I called.');
    await leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(savesOf(made, `/${id}`)).toEqual([{ text: 'I', version: 1 }]);
    await page.getByRole('button', { name: decision }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(field).toHaveValue(text);
    expect(savesOf(made, `/${id}`).slice(1)).toEqual(sent);
  },
);

test.each([
  [401, /^You've been signed out/],
  [500, /^Not saved yet/],
])('a note that is refused with %i is not done, and its author reads why', async (status, text) => {
  await drawOffice(
    '/applications/ada',
    ({ to }) => (to.endsWith(`/notes/${status}`) ? Response.json({ message: 'No.' }, { status }) : undefined),
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, notes: [{ ...NOTE, id: String(status) }] })),
  );
  await page.getByRole('button', { name: 'Edit' }).click();
  await field.fill('Called again.');
  await done.first().click();
  await expect.element(page.getByText(text)).toBeVisible();
  expect(field.elements()).toHaveLength(status === 500 ? 1 : 0);
});

test('one of several notes is emptied, and gone when its author is done', async () => {
  const notes = ['one', 'two', 'three'].map((id) => ({ ...NOTE, id, text: `Note ${id}.` }));
  const made = await drawOffice(
    '/applications/ada',
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, notes: [...notes] })),
    answerTo(desk.changeNote, () => {
      const [, two = NOTE] = notes;
      notes[1] = { ...two, text: '', version: 2 };
      return { note: notes[1] };
    }),
  );
  const texts = () =>
    page
      .getByText(/^Note (one|two|three)\.$/)
      .elements()
      .map(({ textContent }) => textContent);
  await page.getByRole('button', { name: 'Edit' }).nth(1).click();
  await field.fill('');
  await done.first().click();
  await expect.element(field).not.toBeInTheDocument();
  await expect.poll(() => savesOf(made, '/two')).toEqual([{ text: '', version: 1 }]);
  await expect.poll(texts).toEqual(['Note one.', 'Note three.']);
});

test('a new note says when it was saved; once it is done, the next one begins empty', async () => {
  const notes: desk.Note[] = [];
  const made = await drawOffice(
    '/applications/ada',
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, notes })),
    answerTo(desk.addNote, () => {
      notes.push({ ...NOTE, id: 'new' });
      return { note: { ...NOTE, id: 'new' } };
    }),
  );
  const next = page.getByLabelText('New note');
  await next.fill('  ');
  await expect.element(done).toBeDisabled();
  await next.fill('Called.');
  expect(done.element()).toBeEnabled();
  await expect.element(page.getByText(/^Saved at \d+:\d\d/)).toBeVisible();
  await done.click();
  await expect.element(page.getByText(/^Grace Director, November 1, 2026/)).toBeVisible();
  await expect.element(next).toHaveValue('');
  expect(savesOf(made, '')).toEqual([{ text: 'Called.' }]);
});
