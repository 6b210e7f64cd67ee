import type { ResponseOf } from '@firstyear/api-contract/call';
import type { helperState } from '@firstyear/api-contract/school-helper';
import { clearToasts } from '@firstyear/ui/toast-store.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw, item, itemServer } from './item-server.testing.tsx';

beforeEach(clearToasts);
afterEach(() => page.viewport(414, 896));
afterEach(() => void vi.useRealTimers());

type State = ResponseOf<typeof helperState>;
type Helper = NonNullable<State['helper']>;
const CASEY: Helper = {
  ...{ name: 'Casey Counselor', email: 'casey@school.example', state: 'open', right_email: '' },
  ...{ mailed_at: '2026-11-20T15:00:00Z', again_at: '2026-11-20T16:00:00Z' },
};
const asks = (helper: Helper | null): State => ({ helper, may_ask: true });

/** Draws the screen of an applicant whom the school has to send something for. */
async function drawWith(state: State) {
  const server = itemServer(item());
  server.kept.answers.set('GET /api/helper', [200, state]);
  await draw();
  return server;
}

test('the applicant reads whom we mailed a link and when, and has it sent again', async () => {
  const { kept, sent } = await drawWith(asks(CASEY));
  const mailed = 'We emailed Casey Counselor (casey@school.example) a link on November 20, 2026.';
  await expect.element(page.getByText(mailed)).toBeVisible();
  const again = { ...CASEY, mailed_at: '2026-11-21T15:00:00Z', again_at: '2099-11-21T16:00:00Z' };
  kept.answers.set('POST /api/helper/again', [200, asks(again)]);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect.element(page.getByText(mailed.replace('20, 2026', '21, 2026'))).toBeVisible();
  await expect.element(page.getByText(/^You can send it again from /)).toBeVisible();
  expect(page.getByRole('button', { name: 'Send it again' }).query()).toBeNull();
  expect(sent()).toEqual(['POST /api/helper/again']);
});

test('a counselor without a name is named by the address', async () => {
  const { kept } = await drawWith(asks({ ...CASEY, name: '' }));
  await expect.element(page.getByText('We emailed casey@school.example a link on November 20, 2026.')).toBeVisible();
  kept.answers.set('GET /api/helper', [200, asks({ ...CASEY, name: '', state: 'sent' })]);
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('casey@school.example has sent us what we asked for.')).toBeVisible();
});

test('the card follows what the counselor does, once the applicant comes back to the tab', async () => {
  const { kept } = await drawWith(asks(CASEY));
  await expect.element(page.getByText(/^We emailed Casey Counselor/)).toBeVisible();
  kept.answers.set('GET /api/helper', [200, asks({ ...CASEY, state: 'sent' })]);
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('Casey Counselor has sent us what we asked for.')).toBeVisible();
});

test('the card follows what came, without leaving the page', async () => {
  const paper = { id: 'p', file_name: 'scan.pdf', sent_by: 'applicant', state: 'waiting', href: null } as const;
  const server = itemServer(item({ papers: [paper] }));
  server.kept.answers.set('GET /api/helper', [200, asks(CASEY)]);
  await draw();
  await expect.element(page.getByText(/^We emailed Casey Counselor/)).toBeVisible();
  server.kept.answers.set('GET /api/helper', [200, asks({ ...CASEY, state: 'sent' })]);
  server.has(item({ state: 'came' }));
  await expect.element(page.getByText('Casey Counselor has sent us what we asked for.')).toBeVisible();
});

test('once everything is there, nobody has to be asked', async () => {
  const server = itemServer(item({ state: 'accepted' }));
  server.kept.standing = { ...server.kept.standing, is_complete: true };
  server.kept.answers.set('GET /api/helper', [200, asks(CASEY)]);
  await draw();
  await expect.element(page.getByText('We have everything.', { exact: true }).first()).toBeVisible();
  expect(server.seen.map(({ path }) => path)).not.toContain('/api/helper');
});

test('the link can be sent again as soon as its time has come', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  await drawWith(asks({ ...CASEY, again_at: new Date(Date.now() + 60_000).toISOString() }));
  await expect.element(page.getByText(/^You can send it again from /)).toBeVisible();
  vi.advanceTimersByTime(75_000);
  await expect.element(page.getByRole('button', { name: 'Send it again' })).toBeVisible();
});

test('after a wrong person the right one is filled in, and what the server refuses is said at the field', async () => {
  const wrong: Helper = { ...CASEY, state: 'wrong_person', right_email: 'robin@school.example' };
  const { kept, seen } = await drawWith(asks(wrong));
  await expect.element(page.getByText(/^Casey Counselor told us that they are the wrong person/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Send it again' }).query()).toBeNull();
  await page.getByRole('button', { name: 'Ask somebody else' }).click();
  await expect.element(page.getByLabelText('Their email address')).toHaveValue('robin@school.example');
  await page.getByRole('button', { name: 'Email them a link' }).click();
  await expect.element(page.getByText('Please enter a name.')).toBeVisible();
  await page.getByLabelText('Their name').fill('Robin Registrar');
  const refusal = "This is your own email address or one of your family's.";
  kept.answers.set('POST /api/helper', [400, { message: refusal, code: 'helper_address' }]);
  await page.getByRole('button', { name: 'Email them a link' }).click();
  await expect.element(page.getByText(refusal)).toBeVisible();
  kept.answers.set('POST /api/helper', [
    200,
    asks({ ...CASEY, name: 'Robin Registrar', email: 'robin@school.example' }),
  ]);
  await page.getByRole('button', { name: 'Email them a link' }).click();
  await expect.element(page.getByText(/^We emailed Robin Registrar/)).toBeVisible();
  const payload = { name: 'Robin Registrar', email: 'robin@school.example' };
  expect(seen.findLast(({ method }) => method === 'POST')?.body).toEqual(payload);
});

test.each([
  ['who has sent everything', { ...CASEY, state: 'sent' as const }, 'Casey Counselor has sent us what we asked for.'],
  ['who could not be mailed yet', { ...CASEY, mailed_at: null }, /^We couldn't email Casey Counselor/],
  ['nobody', null, /^You have asked nobody yet/],
])('the page says of %s where it stands', async (_, helper, words) => {
  await drawWith(asks(helper));
  await expect.element(page.getByText(words)).toBeVisible();
});
