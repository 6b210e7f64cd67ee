import * as desk from '@firstyear/api-contract/desk';
import { encode } from 'uqr';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerTo, drawOffice } from '../app/draw-office.testing.tsx';

const provider = page.getByRole('link', { name: 'Sign in with your university account' });

test.each([
  ['/audit?kind=left_office', '/audit?kind=left_office'],
  ['//elsewhere.example/', '/applications'],
  ['https://elsewhere.example/', '/applications'],
])('a sign-in with a link that names %s leads to %s of the office', async (to, leads) => {
  const ways = answerTo(desk.signInWays, () => ({ university: 'Larkmoor', has_provider: true }));
  await drawOffice(`/sign-in?to=${encodeURIComponent(to)}`, ways);
  const address = `${desk.officePaths.signOn}?to=${encodeURIComponent(`${desk.officePaths.home}${leads}`)}`;
  await expect.element(provider).toHaveAttribute('href', address);
});

test('a sign-in that gets no response says so on the card, and what was typed stays', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const gone = answerTo(desk.signIn, () => Promise.reject(new TypeError('Failed to fetch')));
  await drawOffice('/sign-in', gone);
  await page.getByLabelText('Email').fill('grace@office.example');
  await page.getByLabelText('Password', { exact: true }).fill('Tangerine-77-lighthouse-Quartz');
  await page.getByLabelText('Code').fill('123456');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.element(page.getByText(/can't reach the server/)).toBeVisible();
  await expect.element(page.getByLabelText('Email')).toHaveValue('grace@office.example');
});

test('a password manager learns whose password is set up, and then every recovery code is shown', async () => {
  const made = {
    email: 'grace@office.example',
    name: 'Grace Director',
    secret: 'ABCDEFGHIJ',
    uri: 'otpauth://totp/x',
    sealed: 'x',
  };
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  let isRefused = true;
  const requests = await drawOffice(
    `/set-up?id=${'t'.repeat(43)}`,
    answerTo(desk.lookAtSetUp, () => made),
    ({ to }) =>
      to === `POST ${desk.setUp.path}` && isRefused
        ? Response.json({ code: 'weak_password', message: 'Please choose a longer password.' }, { status: 400 })
        : undefined,
    answerTo(desk.setUp, () => ({ recovery_codes: ['AAAA-BBBB', 'CCCC-DDDD'] })),
  );
  await expect.poll(() => document.querySelector('form input[autocomplete=username]')).toHaveValue(made.email);
  await expect.element(page.getByText('ABCD EFGH IJ')).toBeVisible();
  expect([page.getByRole('alert').query(), page.getByText('Loading').query()]).toEqual([null, null]);
  const path =
    page
      .getByRole('img', { name: /^QR code/ })
      .element()
      .querySelector('path')
      ?.getAttribute('d') ?? '';
  const squares = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
  const modules = encode(made.uri, { border: 0 }).data.map((row, y) => row.map((isDark, x) => isDark && `${x} ${y}`));
  await expect.element(page.getByRole('link', { name: /^Open in an app/ })).toHaveAttribute('href', made.uri);
  expect(squares).toEqual(modules.flat().filter((at) => at !== false));
  await page.getByLabelText('New password').fill('short');
  await page.getByLabelText('Code from the app').fill('123 456');
  await page.getByRole('button', { name: 'Set up my access' }).click();
  await expect.element(page.getByText('Please choose a longer password.')).toBeVisible();
  isRefused = false;
  await page.getByRole('button', { name: 'Set up my access' }).click();
  await expect.element(page.getByRole('list')).toHaveTextContent('AAAA-BBBBCCCC-DDDD');
  expect(requests.at(-1)?.payload).toEqual({ id: 't'.repeat(43), sealed: 'x', password: 'short', code: '123456' });
  expect(page.getByText('Copied.').query()).toBeNull();
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect.element(page.getByText('Copied.')).toBeVisible();
  expect(copy).toHaveBeenCalledWith('AAAA-BBBB\nCCCC-DDDD');
  await page.getByRole('link', { name: /Sign in now$/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});

test('a set-up link that was used before says so, and asks for nothing', async () => {
  const message = 'This link has been used already.';
  const looked = Promise.withResolvers<Response>();
  await drawOffice('/set-up?id=x', () => looked.promise);
  await expect.element(page.getByText('Loading')).toBeVisible();
  looked.resolve(Response.json({ code: 'wrong_set_up_link', message }, { status: 400 }));
  await expect.element(page.getByText(message)).toBeVisible();
  expect([page.getByText('Loading'), page.getByRole('button')].map((left) => left.query())).toEqual([null, null]);
});

test.each([
  ['why=left', false, 'You are signed out[.]'],
  ['why=left', true, 'You are signed out here. Your university account'],
  ['why=ended', true, "You've been signed out."],
  ['why=ended&problem=expired', true, 'That took too long'],
  ['problem=not_listed', true, "Your university account isn't on this office's list"],
])('somebody who comes with %s (signed in by the university: %s) reads why', async (search, has_provider, text) => {
  await drawOffice(
    `/sign-in?${search}`,
    answerTo(desk.signInWays, () => ({ university: 'Larkmoor', has_provider })),
  );
  await expect.element(page.getByText(new RegExp(`^${text}`))).toBeVisible();
});

test('a sign-in with missing fields is not sent and leads to the first; a code may be typed with spaces', async () => {
  const labels = answerTo(desk.labelUses, () => ({ labels: [] }));
  const made = await drawOffice('/sign-in?to=%2Flabels', labels);
  const sent = () => made.flatMap(({ to, payload }) => (to === `POST ${desk.signIn.path}` ? [payload] : []));
  await expect.element(page.getByRole('heading', { name: 'Sign In' })).toHaveFocus();
  const early = [provider, page.getByRole('status'), page.getByText(/^Please/)].map((told) => told.query());
  expect(early).toEqual([null, null, null]);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.element(page.getByLabelText('Email')).toHaveFocus();
  await expect.element(page.getByText('Please enter your email address.')).toBeVisible();
  await page.getByLabelText('Email').fill(' grace@office.example ');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
  await expect.element(page.getByText('Please enter the code.')).toBeVisible();
  expect(page.getByText('Please enter your email address.').query()).toBeNull();
  expect(sent()).toEqual([]);
  await page.getByLabelText('Password', { exact: true }).fill(' with spaces ');
  await page.getByLabelText('Code').fill('123 456');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.poll(sent).toEqual([{ email: 'grace@office.example', password: ' with spaces ', code: '123456' }]);
  await expect.element(page.getByRole('heading', { name: 'Labels' })).toBeVisible();
});
