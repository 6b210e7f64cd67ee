import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RUNNING_UPLOADS_KEY } from '../answers/tab-storage.ts';
import { control } from '../form/draw-form.testing.tsx';
import { attached, choose, documentServer, draw, fileOf, inputIsThere, KEY } from './document-server.testing.ts';

beforeEach(() => sessionStorage.removeItem(RUNNING_UPLOADS_KEY));

const INTERRUPTED = "Your upload here didn't finish. Please choose the file again.";
const hint = () => document.getElementById(`${KEY}-hint`)?.textContent ?? '';

test('an upload that a reload interrupted is reported at its question until another file is uploaded', async () => {
  const server = documentServer();
  server.kept.hangs = 'POST /uploads';
  const { screen } = await draw();
  await choose(fileOf('record.pdf'));
  await expect.element(page.getByRole('button', { name: 'Cancel upload' })).toBeVisible();
  expect(sessionStorage.getItem(RUNNING_UPLOADS_KEY)).not.toContain('record');
  await screen.unmount();
  server.kept.hangs = '';
  // Each render has its own cache, like a page after a reload.
  await draw();
  await inputIsThere();
  expect(hint()).toContain(INTERRUPTED);
  expect(control(KEY).getAttribute('aria-describedby')).toContain(`${KEY}-hint`);
  await choose(fileOf('record.pdf'));
  await expect.element(page.getByText('Converting to PDF', { exact: false }).first()).toBeInTheDocument();
  expect(sessionStorage.getItem(RUNNING_UPLOADS_KEY)).toBe('');
});

test('an upload is not reported as interrupted if it was canceled, or if the server has the file', async () => {
  const server = documentServer();
  server.kept.hangs = 'POST /uploads';
  const { screen } = await draw();
  await choose(fileOf('record.pdf'));
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await inputIsThere();
  expect(hint()).not.toContain(INTERRUPTED);
  await choose(fileOf('record.pdf'));
  await expect.element(page.getByRole('button', { name: 'Cancel upload' })).toBeVisible();
  await screen.unmount();
  attached(server);
  await draw();
  await expect.element(page.getByRole('button', { name: 'Delete record.pdf' })).toBeVisible();
  await eventually(() => expect(sessionStorage.getItem(RUNNING_UPLOADS_KEY)).toBe(''));
});
