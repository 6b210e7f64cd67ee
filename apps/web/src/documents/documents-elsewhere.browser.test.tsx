import { equals, file, showWhen, text } from '@firstyear/form-engine';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { clearToasts, closeToast, currentToasts } from '@firstyear/ui/toast-store.ts';
import { freshman } from '@partner/form.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawForm, smallForm } from '../form/draw-form.testing.tsx';
import { attached, choose, documentServer, draw, fileOf, inputIsThere, KEY } from './document-server.testing.ts';

beforeEach(() => clearToasts());

test('the message of a failed upload, when it closes, leaves a document alone that another device has sent meanwhile', async () => {
  const server = documentServer();
  server.kept.fails.add('POST /api/presigned-url');
  const { store } = await draw();
  await choose(fileOf('record.pdf'));
  await eventually(() => expect(currentToasts()).toHaveLength(1));
  attached(server);
  closeToast(currentToasts()[0]?.id ?? 0);
  await expect.element(page.getByRole('button', { name: 'Delete record.pdf' })).toBeVisible();
  await eventually(() => expect(store.getState().answers[KEY]).toBe('ANSWERED'));
  expect(server.asked().some((call) => call.startsWith('DELETE'))).toBe(false);
});

test('a deletion that the server has made, though its response was lost, is shown', async () => {
  const server = documentServer();
  attached(server);
  const { store } = await draw({ [KEY]: 'ANSWERED' });
  await page.getByRole('button', { name: 'Delete record.pdf' }).click();
  server.kept.status = { status: 'NOT_ANSWERED' };
  server.kept.list = {};
  server.kept.fails.add(`DELETE /api/document-answer/${KEY}`);
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await inputIsThere();
  await eventually(() => expect(store.getState().answers[KEY]).toBe(''));
  expect(currentToasts()).toHaveLength(1);
});

test('[DOC-07] a file that another device has uploaded meanwhile is kept, shown and named when this page deletes its earlier one', async () => {
  const server = documentServer();
  attached(server);
  server.kept.list = { [KEY]: { id: 'earlier', file_name: 'record.pdf', file_size: 10 } };
  const { store } = await draw({ [KEY]: 'ANSWERED' });
  await page.getByRole('button', { name: 'Delete record.pdf' }).click();
  server.kept.list = { [KEY]: { id: 'newer', file_name: 'newer.pdf', file_size: 10 } };
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect.element(page.getByRole('button', { name: 'Delete newer.pdf' })).toBeVisible();
  expect(currentToasts()).toMatchObject([{ title: 'Error deleting the document', message: 'A newer file is here.' }]);
  expect(page.getByRole('alertdialog').query()).toBeNull();
  expect(store.getState().answers[KEY]).toBe('ANSWERED');
});

test('[TAB-03] a tab that is left keeps a file that another device has uploaded meanwhile, shows it, and stays open', async () => {
  const server = documentServer();
  attached(server);
  server.kept.list = { [KEY]: { id: 'earlier', file_name: 'record.pdf', file_size: 10 } };
  await draw({ [KEY]: 'ANSWERED' });
  await expect.element(page.getByRole('button', { name: 'Delete record.pdf' })).toBeVisible();
  server.kept.list = { [KEY]: { id: 'newer', file_name: 'newer.pdf', file_size: 10 } };
  const leave = async () => {
    await page.getByRole('tab').nth(0).click();
    await page.getByRole('button', { name: 'Yes, delete it' }).click();
  };
  await leave();
  await expect.element(page.getByRole('button', { name: 'Delete newer.pdf' })).toBeVisible();
  expect(currentToasts()[0]?.message).toContain('A newer file is here.');
  expect(server.count('PUT /api/tabs')).toBe(0);
  await leave();
  await eventually(() => expect(server.count('PUT /api/tabs')).toBe(1));
});

test('[COND-06] a document that went with its hidden question is not shown when the question is shown again', async () => {
  const server = documentServer();
  attached(server);
  const when = equals('first_name', 'Ada');
  const form = smallForm([
    text({ key: 'first_name', label: 'Name' }),
    showWhen(when, [file(freshman.documents.transcript)]),
  ]);
  const { store } = await drawForm({ form, answers: { first_name: 'Ada', [KEY]: 'ANSWERED' } });
  const removal = page.getByRole('button', { name: 'Delete record.pdf' });
  await expect.element(removal).toBeVisible();
  store.change('first_name', 'Bo');
  await expect.element(removal).not.toBeInTheDocument();
  // The server deletes it with the save that hides its question.
  server.kept.status = { status: 'NOT_ANSWERED' };
  server.kept.list = {};
  server.kept.answer = '';
  store.change('first_name', 'Ada');
  await inputIsThere();
  expect(store.getState().answers[KEY]).toBe('');
});
