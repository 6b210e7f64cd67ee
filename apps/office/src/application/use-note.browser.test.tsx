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
  ...{ new_since: null, university: 'Larkmoor', time_zone: 'UTC' },
});

/** Who is signed in, on the server, and the texts of the notes that it got. */
let signedIn = GRACE;
let stored: string[] = [];
beforeEach(() => {
  signedIn = GRACE;
  stored = [];
  localStorage.setItem(PERSON_KEY, GRACE);
  vi.spyOn(window, 'fetch').mockImplementation(async (path, init) => {
    if (String(path).endsWith('/me')) return Response.json(person(signedIn));
    const { text }: { text: string } = JSON.parse(String(init?.body));
    stored.push(text);
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

async function draw(note?: Note) {
  const application = `application ${++pages}`;
  const route = createRootRoute({ component: () => <Field note={note} application={application} /> });
  const router = createRouter({ routeTree: route, history: createMemoryHistory() });
  await render(
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
  await expect.poll(() => stored).toEqual(['Called the counselor.']);
  expect(localStorage.getItem(PERSON_KEY)).toBe(GRACE);
});

test('a note is never saved as that of somebody else who has signed in since, and says that it is not saved', async () => {
  await draw();
  localStorage.clear();
  signedIn = 'heidi';
  await field().fill('Mine.');
  await expect.element(page.getByText('failed')).toBeVisible();
  expect(stored).toEqual([]);
});
