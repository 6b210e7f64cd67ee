import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { clearToasts, closeToast, currentToasts } from '@firstyear/ui/toast-store.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { attached, documentServer, draw, inputIsThere, KEY, STATUS } from '../documents/document-server.testing.ts';
import { drawForm } from '../form/draw-form.testing.tsx';

beforeEach(() => clearToasts());

const leave = () => page.getByRole('tab').nth(0).click();
const question = () => page.getByRole('alertdialog', { name: 'Delete this document?' });
const confirm = () => question().getByRole('button', { name: 'Yes, delete it' }).click();
const dialog = () => page.getByRole('alertdialog', { name: 'File Upload in Progress' });

test('[TAB-03] leaving a tab with a file deletes the file and its conversion first, then stores the choice', async () => {
  const server = documentServer();
  attached(server);
  const { store } = await draw({ [KEY]: 'ANSWERED' });
  await expect.element(page.getByText('record.pdf')).toBeInTheDocument();
  await leave();
  await confirm();
  await eventually(() => expect(server.count('PUT /api/tabs')).toBe(1));
  const order = server.asked().filter((call) => /^(DELETE|PUT)/.test(call));
  expect(order).toEqual([`DELETE /api/document-answer/${KEY}`, `DELETE ${STATUS}`, 'PUT /api/tabs']);
  expect(store.getState().answers[KEY]).toBe('');
});

test('leaving a tab with a file asks first, and keeps tab and file on request', async () => {
  const server = documentServer();
  attached(server);
  const { store } = await draw({ [KEY]: 'ANSWERED' });
  await expect.element(page.getByText('record.pdf')).toBeInTheDocument();
  await leave();
  await expect.element(question().getByText('your file record.pdf', { exact: false })).toBeVisible();
  await question().getByRole('button', { name: 'Keep it' }).click();
  await eventually(() => expect(page.getByRole('alertdialog').query()).toBeNull());
  await expect.element(page.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true');
  expect(server.asked().filter((call) => /^(DELETE|PUT)/.test(call))).toEqual([]);
  expect(store.getState().answers[KEY]).toBe('ANSWERED');
});

test('leaving a tab without a file asks nothing', async () => {
  const server = documentServer();
  await draw();
  await inputIsThere();
  await leave();
  await eventually(() => expect(server.count('PUT /api/tabs')).toBe(1));
});

test('[TAB-04, ERR-18] leaving a tab is blocked with a message while a conversion is open', async () => {
  for (const status of ['UNPROCESSED', 'IN_PROGRESS']) {
    const server = documentServer();
    server.kept.status = { status };
    server.kept.list = { [KEY]: { file_name: 'record.pdf', file_size: 10 } };
    const { screen } = await draw();
    await expect.element(page.getByText('Converting to PDF', { exact: false }).first()).toBeInTheDocument();
    await leave();
    await expect.element(dialog()).toBeVisible();
    await expect
      .element(dialog().getByText('Please wait until the file upload has completed.', { exact: true }))
      .toBeVisible();
    await dialog().getByRole('button', { name: 'OK' }).click();
    await expect.element(page.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true');
    expect(server.asked().filter((call) => /^(DELETE|PUT)/.test(call))).toEqual([]);
    await screen.unmount();
  }
});

test('[TAB-05] leaving a tab is blocked when the deletion fails; tab and file stay', async () => {
  const server = documentServer();
  attached(server);
  server.kept.fails.add(`DELETE /api/document-answer/${KEY}`);
  const { store } = await draw({ [KEY]: 'ANSWERED' });
  await expect.element(page.getByText('record.pdf')).toBeInTheDocument();
  await leave();
  await confirm();
  await expect.element(dialog()).toBeVisible();
  expect(server.count('PUT /api/tabs')).toBe(0);
  await dialog().getByRole('button', { name: 'OK' }).click();
  await expect.element(page.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByText('record.pdf')).toBeInTheDocument();
  expect(store.getState().answers[KEY]).toBe('ANSWERED');
});

test('[TAB-05] a tab that stays because only the second deletion has failed shows no file that the server has deleted', async () => {
  const server = documentServer();
  attached(server);
  server.kept.fails.add(`DELETE ${STATUS}`);
  const { store } = await draw({ [KEY]: 'ANSWERED' });
  await expect.element(page.getByText('record.pdf')).toBeInTheDocument();
  await leave();
  await confirm();
  await dialog().getByRole('button', { name: 'OK' }).click();
  await expect.element(page.getByText('record.pdf')).not.toBeInTheDocument();
  expect(store.getState().answers[KEY]).toBe('');
});

test('[ERR-16, ERR-17] a choice that cannot be stored is reported; the reset refetches conversion and documents', async () => {
  const server = documentServer();
  server.kept.fails.add('PUT /api/tabs');
  await draw();
  await inputIsThere();
  await leave();
  await eventually(() => expect(currentToasts()[0]?.title).toMatch(/^Error handling tabs for /));
  const before = server.asked().length;
  closeToast(currentToasts()[0]?.id ?? 0);
  await eventually(() => {
    const after = server.asked().slice(before);
    expect(after).toContain(`GET ${STATUS}`);
    expect(after).toContain('GET /api/document-answer');
  });
});

/** The counselor's tab before any document was fetched; choosing the other tab fails. */
async function failToOpenUpload() {
  const server = documentServer();
  server.kept.fails.add('PUT /api/tabs');
  await drawForm({ page: 'education', tabs: { hs_record: 'counselor' } });
  await page.getByRole('tab', { name: 'Upload transcript' }).click();
  await eventually(() => expect(currentToasts()).toHaveLength(1));
  expect(server.asked()).not.toContain(`GET ${STATUS}`);
  return server;
}

test('[ERR-17] the reset fetches conversion and documents also if they were never fetched before', async () => {
  const server = await failToOpenUpload();
  closeToast(currentToasts()[0]?.id ?? 0);
  await eventually(() => {
    expect(server.count(`GET ${STATUS}`)).toBe(1);
    expect(server.count('GET /api/document-answer')).toBe(1);
  });
});

test('[ERR-17, D24] a tab that opens at the second press refetches too, and closes the error', async () => {
  const server = await failToOpenUpload();
  server.kept.fails.clear();
  await page.getByRole('tab', { name: 'Upload transcript' }).click();
  await eventually(() => {
    expect(server.count(`GET ${STATUS}`)).toBe(1);
    expect(server.count('GET /api/document-answer')).toBe(1);
  });
  expect(currentToasts()).toEqual([]);
});
