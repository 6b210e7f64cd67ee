import * as desk from '@firstyear/api-contract/desk';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PERSON_KEY } from '../shared/queries.ts';
import { APPLICATION, answerTo, drawOffice, ME } from './draw-office.testing.tsx';

const list = answerTo(desk.applications, () => ({
  ...{ rows: [APPLICATION.row], total: { count: 1, is_more: false }, previous: null, next: null },
}));
const row = page.getByRole('link', { name: 'Testperson, Ada' });
const signIn = page.getByRole('heading', { name: 'Sign In' });

test.each<[string, string, string | null, string]>([
  ['changes something else', 'firstyear.office-activity', 'omar', 'Grace Director'],
  ['loads a page for the same person', PERSON_KEY, 'grace', 'Grace Director'],
  ['signs somebody else in', PERSON_KEY, 'omar', 'Omar Reader'],
  ['signs out', PERSON_KEY, null, 'nobody'],
])('when another tab %s, this one is of who is signed in', async (_, key, newValue, shown) => {
  let name = ME.name;
  const made = await drawOffice(
    '/applications?q=ada',
    list,
    answerTo(desk.me, () => ({ ...ME, name })),
  );
  await expect.element(row).toBeVisible();
  name = 'Omar Reader';
  const before = made.length;
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  if (shown === 'nobody') {
    const why = page.getByText(/^You've been signed out/);
    await expect.element(why).toBeVisible();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect.element(page.getByText('Please enter your password.')).toBeVisible();
    expect([row.query(), why.elements().length]).toEqual([null, 1]);
    return;
  }
  await page.getByRole('button', { name: shown }).click();
  await expect.element(page.getByText('Role: director')).toBeVisible();
  await expect.element(page.getByRole('searchbox')).toHaveValue('ada');
  expect(made.slice(before).some(({ to }) => to.includes('q=ada'))).toBe(shown === 'Omar Reader');
});

test.each([
  ['and then at the provider that began the session', '#signed-out'],
  ['and stays here without a provider', ''],
])('somebody signs out, %s', async (_, hash) => {
  const provider = hash === '' ? null : `${window.location.href}${hash}`;
  const { href } = window.location;
  await drawOffice(
    '/applications',
    list,
    answerTo(desk.signOut, () => ({ provider })),
  );
  await page.getByRole('button', { name: ME.name }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.element(page.getByText(/^You are signed out/)).toBeVisible();
  expect(sessionStorage.getItem('firstyear.office-selection')).toBeNull();
  await expect.poll(() => window.location.hash).toBe(hash);
  window.history.replaceState(window.history.state, '', href);
});

/** Presses a button of the warning before an idle session ends. Returns what the office requested. */
async function press(name: string) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const made = await drawOffice('/applications', list);
  await expect.element(row).toBeVisible();
  vi.advanceTimersByTime(desk.STAFF_IDLE_LIMIT_MS - 30_000);
  await page.getByRole('alertdialog').getByRole('button', { name }).click();
  return made;
}

test('who is warned goes on working, and is not asked again at once', async () => {
  const made = await press('Continue working');
  await expect.poll(() => page.getByRole('alertdialog').query()).toBeNull();
  vi.advanceTimersByTime(60_000);
  await expect.element(row).toBeVisible();
  const calls = made.map(({ to }) => to);
  expect(calls).toContain(`POST ${desk.staffActivity.path}`);
  expect(calls).not.toContain(`POST ${desk.signOut.path}`);
});

test('who is warned may sign out instead', async () => {
  const made = await press('Sign out');
  await expect.element(page.getByText(/^You are signed out/)).toBeVisible();
  expect(made.map(({ to }) => to)).toContain(`POST ${desk.signOut.path}`);
});

test('somebody without a session is led to the sign-in, and back from there', async () => {
  await drawOffice('/audit?kind=submitted', ({ to }) =>
    to === `GET ${desk.me.path}`
      ? Response.json({ code: 'signed_out', message: 'Please.' }, { status: 401 })
      : undefined,
  );
  await expect.element(signIn).toBeVisible();
  expect(page.getByText(/signed out/).query()).toBeNull();
});

test('an office that cannot be loaded says so and is loaded again, and does not lead to the sign-in', async () => {
  let isAway = true;
  await drawOffice(
    '/',
    ({ to }) =>
      isAway && to === `GET ${desk.me.path}` ? Response.json({ message: 'Not today.' }, { status: 400 }) : undefined,
    list,
  );
  await expect.element(page.getByText('Not today.')).toBeVisible();
  expect(signIn.query()).toBeNull();
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(row).toBeVisible();
});

test('an address of no page says so, and leads to the applications', async () => {
  await drawOffice('/nowhere');
  await expect.element(page.getByRole('heading', { name: "This page doesn't exist." })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Go to the applications' }))
    .toHaveAttribute('href', '/office/applications');
});

test('a search from any page is of all applications, and then what is exported next, but not what is counted', async () => {
  const made = await drawOffice('/exports', list);
  await page.getByRole('searchbox').fill(' ada ');
  await userEvent.keyboard('{Enter}');
  await expect.element(row).toBeVisible();
  expect(made.map(({ to }) => to)).toContain(`GET ${desk.applications.path}?view=all&q=ada`);
  const link = (name: string) => page.getByRole('link', { name, exact: true }).element().getAttribute('href');
  expect([link('Exports'), link('Numbers')]).toEqual(['/office/exports?view=all&q=ada', '/office/numbers']);
});

test.each([true, false])('what a person may not see or change now is said, and only then: %s', async (isSaid) => {
  await drawOffice(
    '/applications',
    list,
    answerTo(desk.me, () => ({ ...ME, is_limited: isSaid, is_read_only: isSaid })),
  );
  await page.getByRole('button', { name: ME.name }).click();
  await expect.element(page.getByText('Role: director')).toBeVisible();
  await expect.element(page.getByText(ME.email)).toBeVisible();
  expect(page.getByText(/^You see some applications only/).elements()).toHaveLength(isSaid ? 1 : 0);
  expect(page.getByText(/sign-on can't be reached/).elements()).toHaveLength(isSaid ? 1 : 0);
});
