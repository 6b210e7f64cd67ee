import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { QueryClientProvider, type QueryClientRef } from '../api/query-client-ref.ts';
import { advanceToScreen } from '../faked-timers.testing.ts';
import { BUSY, scriptNetwork } from '../scripted-network.testing.ts';
import { PdfDownload } from './pdf-download.tsx';

const draw = (client: QueryClientRef = { current: null }) =>
  render(
    <QueryClientProvider value={client}>
      <PdfDownload />
    </QueryClientProvider>,
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each(['UNPROCESSED', 'IN_PROGRESS'])(
  '[PDF-01] %s shows that the PDF is being made, and no link',
  async (status) => {
    scriptNetwork(() => [200, { status, url: '' }]);
    const { container } = await draw();
    await advanceToScreen(0);
    expect(container.querySelector('[role=status]')?.textContent).toMatch(/Preparing/);
    expect(container.querySelector('a')).toBeNull();
  },
);

test.each([
  ['the status FAILED', [200, { status: 'FAILED', url: '' }]],
  ['a failed call', [500, { message: 'It did not work.' }]],
] as const)('[PDF-02, ERR-23] %s shows the error with its label', async (_, response) => {
  scriptNetwork(() => response);
  const { container } = await draw();
  await advanceToScreen(0);
  const error = container.querySelector('[role=alert]');
  expect(error?.getAttribute('aria-label')).toBe('Error downloading PDF copy of your application.');
  expect(error?.textContent).toContain('Error downloading PDF copy of your application.');
  expect(container.querySelector('a')).toBeNull();
});

test('[D13] a copy in preparation is still shown as such while the server is busy, and polled no sooner than it requests', async () => {
  let isBusy = false;
  const calls = scriptNetwork(() => (isBusy ? BUSY : [200, { status: 'IN_PROGRESS', url: '' }]));
  const { container } = await draw();
  await advanceToScreen(0);
  isBusy = true;
  await advanceToScreen(1000);
  expect(calls).toHaveLength(2);
  await advanceToScreen(3999);
  expect(calls).toHaveLength(2);
  await advanceToScreen(2001);
  expect(calls).toHaveLength(3);
  expect(container.querySelector('[role=status]')?.textContent).toMatch(/Preparing/);
  expect(container.querySelector('[role=alert]')).toBeNull();
  isBusy = false;
  await advanceToScreen(6000);
  expect(calls.length).toBeGreaterThan(3);
});

test('[PDF-04, CONST-13] it polls every second until the PDF is ready, then every ten minutes', async () => {
  let status = 'IN_PROGRESS';
  const calls = scriptNetwork(() => [200, { status, url: status === 'COMPLETED' ? '/storage/copy' : '' }]);
  await draw();
  await advanceToScreen(0);
  expect(calls).toHaveLength(1);
  await advanceToScreen(999);
  expect(calls).toHaveLength(1);
  await advanceToScreen(1);
  expect(calls).toHaveLength(2);
  status = 'COMPLETED';
  await advanceToScreen(1000);
  expect(calls).toHaveLength(3);
  await advanceToScreen(599_000);
  expect(calls).toHaveLength(3);
  await advanceToScreen(1000);
  expect(calls).toHaveLength(4);
  expect(new Set(calls.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(['GET /api/pdf']));
});

test('[PDF-05] following the link fetches a fresh one', async () => {
  let made = 0;
  const calls = scriptNetwork(() => {
    made += 1;
    return [200, { status: 'COMPLETED', url: `/storage/copy-${made}` }];
  });
  const { container } = await draw();
  await advanceToScreen(0);
  const link = container.querySelector('a');
  expect(link?.getAttribute('href')).toBe('/storage/copy-1');
  // Prevents the download itself.
  container.addEventListener('click', (event) => event.preventDefault());
  link?.click();
  await eventually(() => expect(container.querySelector('a')?.getAttribute('href')).toBe('/storage/copy-2'));
  expect(calls).toHaveLength(2);
});

test('[PDF-01] the link to an earlier copy, such as a draft before submitting, is not offered again', async () => {
  let response: readonly [number, unknown] = [200, { status: 'COMPLETED', url: '/storage/draft' }];
  scriptNetwork(() => response);
  const client: QueryClientRef = { current: null };
  const before = await draw(client);
  await advanceToScreen(0);
  expect(before.container.querySelector('a')?.getAttribute('href')).toBe('/storage/draft');
  await before.unmount();
  await advanceToScreen(0);
  response = BUSY;
  const { container } = await draw(client);
  expect(container.querySelector('a')).toBeNull();
  expect(container.textContent).toMatch(/Preparing/);
  await advanceToScreen(0);
  expect(container.querySelector('a'), 'nor while the server is busy').toBeNull();
});

test('with no address there is nothing to follow', async () => {
  scriptNetwork(() => [200, { status: 'NOT_ANSWERED', url: '' }]);
  const { container } = await draw();
  await advanceToScreen(0);
  expect(container.textContent).toBe('');
});

test('after an error, the copy can be requested again', async () => {
  let isBroken = true;
  scriptNetwork(() => (isBroken ? [500, {}] : [200, { status: 'COMPLETED', url: '/storage/copy' }]));
  const { container } = await draw();
  await advanceToScreen(0);
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await advanceToScreen(0);
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/storage/copy');
});
