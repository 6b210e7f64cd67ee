import type { Note } from '@firstyear/api-contract/desk';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PERSON_KEY } from '../shared/queries.ts';
import { useNote } from './use-note.ts';

const GRACE = 'grace';
const NOTE: Note = {
  ...{ id: 'note', author: 'Grace Staff', is_mine: true, text: 'Called.', version: 1 },
  ...{ created_at: '2026-11-01T10:00:00Z', changed_at: '2026-11-01T10:00:00Z' },
};
const person = (id: string) => ({
  ...{ id, email: `${id}@office.example`, name: id, role: 'reader', rights: ['note'], sees: 'submitted' },
  ...{ sees_draft_answers: false, acts_on_many: [], is_limited: false, is_read_only: false },
  ...{ university: 'Larkmoor', time_zone: 'UTC' },
});

/** Who is signed in, on the server, and the texts of the notes that it got. */
let signedIn = GRACE;
let stored: string[] = [];
/** A save of a note is answered once this is settled. */
let mayAnswer: Promise<void> = Promise.resolve();
beforeEach(() => {
  signedIn = GRACE;
  stored = [];
  mayAnswer = Promise.resolve();
  localStorage.setItem(PERSON_KEY, GRACE);
  vi.spyOn(window, 'fetch').mockImplementation(async (path, init) => {
    if (String(path).endsWith('/me')) return Response.json(person(signedIn));
    const { text }: { text: string } = JSON.parse(String(init?.body));
    stored.push(text);
    await mayAnswer;
    return Response.json({ note: { ...NOTE, text, version: 2 } });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem(PERSON_KEY);
});

/** Unsaved texts outlive a page, so each has an application of its own. */
let pages = 0;
function Field({ note, application }: { readonly note: Note | undefined; readonly application: string }) {
  const { text, state, type } = useNote({ person: GRACE, application, note });
  return (
    <>
      <textarea aria-label="Note" value={text} onChange={(event) => type(event.currentTarget.value)} />
      <output>{state}</output>
    </>
  );
}

async function draw(note?: Note, application = `application ${++pages}`) {
  const route = createRootRoute({ component: () => <Field note={note} application={application} /> });
  const router = createRouter({ routeTree: route, history: createMemoryHistory() });
  return await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const field = () => page.getByRole('textbox', { name: 'Note' });

test('a note that its author empties is stored as empty', async () => {
  await draw(NOTE);
  await field().fill('');
  await expect.poll(() => stored).toEqual(['']);
  await expect.element(page.getByText('saved')).toBeVisible();
});

test("notes are still saved after an applicant's logout in the same browser has emptied its storage", async () => {
  await draw();
  localStorage.clear();
  await field().fill('Called the counselor.');
  // What an earlier test could not save may come, too.
  await expect.poll(() => stored).toContain('Called the counselor.');
  expect(localStorage.getItem(PERSON_KEY)).toBe(GRACE);
});

test('what was typed into a note during its save is there after the page has gone and somebody signs in again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  mayAnswer = promise;
  const first = await draw(NOTE, 'one application');
  await field().fill('Called the counselor.');
  await expect.poll(() => stored).toContain('Called the counselor.');
  await field().fill('Called the counselor. Nobody was in.');
  // Signed out by then: the newer text cannot be saved.
  signedIn = 'nobody';
  localStorage.clear();
  resolve();
  await expect.element(page.getByText('failed')).toBeVisible();
  await first.unmount();
  signedIn = GRACE;
  localStorage.setItem(PERSON_KEY, GRACE);
  await draw({ ...NOTE, text: 'Called the counselor.', version: 2 }, 'one application');
  await expect.element(field()).toHaveValue('Called the counselor. Nobody was in.');
  await expect.poll(() => stored.at(-1)).toBe('Called the counselor. Nobody was in.');
});

// The last: its note is not saved, and the editor tries again.
test('a note is never saved as that of somebody else who has signed in since, and says that it is not saved', async () => {
  await draw();
  localStorage.clear();
  signedIn = 'heidi';
  await field().fill('Mine.');
  await expect.element(page.getByText('failed')).toBeVisible();
  expect(stored).toEqual([]);
});
