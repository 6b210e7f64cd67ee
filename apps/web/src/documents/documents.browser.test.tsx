import { remedyFor } from '@firstyear/api-client/fit-file';
import { MAX_FILE_BYTES } from '@firstyear/api-contract/file-rules';
import { file } from '@firstyear/form-engine';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { clearToasts, closeToast, currentToasts } from '@firstyear/ui/toast-store.ts';
import { freshman } from '@partner/form.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { advanceToScreen } from '../faked-timers.testing.ts';
import { control, drawForm, smallForm } from '../form/draw-form.testing.tsx';
import {
  attached,
  choose,
  documentServer,
  draw,
  errorOf,
  fileOf,
  inputIsThere,
  KEY,
  STATUS,
} from './document-server.testing.ts';
import { formatSize } from './upload-steps.tsx';

const words = {
  size: 'Your file is too large. The maximum file size is 1 MB.',
  type: 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx',
  name: 'The name of your file is too long. File name can have a maximum of 32 characters, including the extension.',
  empty: 'Your file is empty. Please upload a non-empty file.',
};

beforeEach(() => clearToasts());
afterEach(() => {
  vi.useRealTimers();
});

describe('choosing a file', () => {
  const CASES: readonly (readonly [string, File, string])[] = [
    ['[VAL-67, ERR-11]', fileOf('record.pdf', MAX_FILE_BYTES + 1), words.size],
    ['[VAL-68, ERR-12]', fileOf('notes.txt'), words.type],
    ['[VAL-69, ERR-13]', fileOf(`${'a'.repeat(29)}.pdf`), words.name],
    ['[VAL-70, ERR-14]', fileOf('record.pdf', 0), words.empty],
  ];
  for (const [ids, file, message] of CASES) {
    test(`${ids} a file that breaks a rule is refused with exactly its words, before any call`, async () => {
      const server = documentServer();
      await draw();
      await choose(file);
      await eventually(() => expect(errorOf()).toBe(message));
      expect(server.asked().filter((call) => !call.startsWith('GET'))).toEqual([]);
      expect(control(KEY).getAttribute('aria-describedby')).toContain(`${KEY}-error`);
    });
  }

  test('several rules that are broken are shown in their order', async () => {
    documentServer();
    await draw();
    await choose(fileOf(`${'a'.repeat(40)}.txt`, MAX_FILE_BYTES + 1));
    await eventually(() => {
      const shown = [...document.querySelectorAll(`#${KEY}-error p`)].map((line) => line.textContent);
      expect(shown).toEqual([words.size, words.type, words.name]);
    });
  });

  test('[CONST-05] the input takes the five types, and a file at every limit passes', async () => {
    const server = documentServer();
    await draw();
    await inputIsThere();
    expect(control(KEY).getAttribute('accept')).toBe('.png,.jpeg,.jpg,.pdf,.docx');
    await choose(fileOf(`${'a'.repeat(28)}.PDF`, MAX_FILE_BYTES));
    await eventually(() => expect(server.count(`POST ${STATUS}`)).toBe(1));
  });

  test('a photo that is too large, and a name that is too long, can be fixed here', async () => {
    const canvas = document.createElement('canvas');
    // Too large in its first two sizes; a picture of 18 MB would take longer to reach the input than to be fixed.
    canvas.width = 1600;
    canvas.height = 1000;
    const context = canvas.getContext('2d');
    const noise = context?.createImageData(1600, 1000);
    if (!context || !noise) throw new Error('There is no canvas here.');
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = (at * 2_654_435_761) >>> 24;
    context.putImageData(noise, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    expect(blob?.size).toBeGreaterThan(MAX_FILE_BYTES);
    const server = documentServer();
    await draw();
    await choose(new File([blob ?? ''], `${'a photo with a very long name '.repeat(2)}.png`, { type: 'image/png' }));
    await expect.element(page.getByText('and give it a shorter name.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Make it smaller and upload' }).click();
    await eventually(() => expect(server.count(`POST ${STATUS}`)).toBe(1));
  });

  test('a photo that is too large and that this browser cannot open gets advice at once, and no button', async () => {
    const server = documentServer();
    await draw();
    await choose(fileOf('IMG_1.HEIC', MAX_FILE_BYTES + 1));
    await expect
      .element(page.getByText('on the phone that took the photo and choose it there', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Make it smaller and upload' })).not.toBeInTheDocument();
    expect(server.count(`POST ${STATUS}`)).toBe(0);
  });

  test('a photo whose name fits is not promised a shorter one', async () => {
    documentServer();
    await draw();
    const png = await new Promise<Blob | null>((resolve) => document.createElement('canvas').toBlob(resolve));
    await choose(new File([png ?? '', new Uint8Array(MAX_FILE_BYTES)], 'photo.png', { type: 'image/png' }));
    await expect.element(page.getByText('We can make this photo smaller right here on your device.')).toBeVisible();
  });

  test('a video is not to be saved as a PDF', () => {
    expect(remedyFor(fileOf('speech.mov'))).toBeUndefined();
    expect(remedyFor(fileOf('speech', 10, 'video/mp4'))).toBeUndefined();
    expect(remedyFor(fileOf('speech.mp3'))).toBeUndefined();
  });

  test('a file of another program gets advice beside the words of the rule', async () => {
    documentServer();
    await draw();
    for (const name of ['record.doc', 'record.odt', 'record.rtf', 'record.pages']) {
      await choose(fileOf(name));
      await eventually(() => expect(errorOf()).toBe(words.type));
      await expect.element(page.getByText('Please do that, and choose the PDF here.', { exact: false })).toBeVisible();
    }
    expect(remedyFor(fileOf('record.odt', MAX_FILE_BYTES + 1))).toBe('pdf');
  });

  test('[DOC-08] a visitor reads that the question needs an account, and finds no file input', async () => {
    const server = documentServer();
    await drawForm({ form: smallForm([file(freshman.documents.transcript)]), isLoggedIn: false });
    await expect
      .element(page.getByText('This question can be finished once you have created an account.', { exact: true }))
      .toBeVisible();
    expect(document.querySelector('input[type=file]')).toBeNull();
    expect(server.asked()).toEqual([]);
  });

  test('[DOC-09] a reader of the application sees only that a document is attached', async () => {
    const server = documentServer();
    const form = smallForm([file(freshman.documents.transcript)]);
    const documents = { [KEY]: { file_name: 'record.pdf', file_size: 10 } };
    const { container } = await drawForm({ form, isRead: true, isLoggedIn: false, documents });
    expect(container.textContent).toContain('A document is attached.');
    expect(container.textContent).not.toContain('record.pdf');
    expect(container.querySelector('input, a, button')).toBeNull();
    expect(server.asked()).toEqual([]);
  });
});

describe('an upload', () => {
  test('[DOC-01, DOC-03, DOC-06] runs its three steps in order; once converted only documents’ answers are taken over', async () => {
    const server = documentServer();
    const { store } = await draw();
    store.change('first_name', 'Ada, just typed');
    await choose(fileOf('record.pdf', 348_160));
    await expect.element(page.getByText('Converting to PDF', { exact: false }).first()).toBeInTheDocument();
    const writes = server.asked().filter((call) => call.startsWith('POST'));
    expect(writes).toEqual(['POST /api/presigned-url', 'POST /uploads', `POST ${STATUS}`]);
    expect(store.getState().answers[KEY] ?? '').toBe('');
    attached(server);
    await eventually(() => expect(store.getState().answers[KEY]).toBe('ANSWERED'));
    expect(server.count('GET /api/profile')).toBe(1);
    expect(store.getState().answers.first_name).toBe('Ada, just typed');
    expect(store.outbox.unsaved()?.answers).not.toHaveProperty(KEY);
  });

  test('shows the received document: its pages, a link to open it, and a hint about a photo that may not be readable', async () => {
    const server = documentServer();
    attached(server);
    const hint = 'This photo looks blurred.';
    server.kept.status = { status: 'COMPLETED', page_count: 3, hint };
    const { container } = await draw({ [KEY]: 'ANSWERED' });
    await expect.element(page.getByText('340KB, 3 pages', { exact: true })).toBeVisible();
    await expect.element(page.getByText(hint, { exact: true })).toBeVisible();
    const link = page.getByRole('link', { name: 'Look at what we got (opens in a new tab)' });
    await expect.element(link).toHaveAttribute('href', `/files/document/${KEY}`);
    expect(container.querySelector('[aria-invalid=true]')).toBeNull();
  });

  test('shows thumbnails of the first pages, each of which opens its page, without space for missing ones', async () => {
    const server = documentServer();
    attached(server);
    const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const thumbnails = [pixel, `${pixel}#2`, '/files/none.jpg'];
    server.kept.status = { status: 'COMPLETED', page_count: 12, thumbnails };
    await draw({ [KEY]: 'ANSWERED' });
    const pages = page.getByRole('list', { name: 'The pages we got' });
    const second = pages.getByRole('link', { name: 'Page 2 of 12 as we got it (opens in a new tab)' });
    await expect.element(second).toHaveAttribute('href', `/files/document/${KEY}#page=2`);
    await expect.element(page.getByText('The first 3 of 12 pages', { exact: true })).toBeVisible();
    await eventually(() => expect(pages.getByRole('listitem').elements()).toHaveLength(2));
  });

  test('[DOC-02, DOC-03] is polled every 2 seconds while it is open, and no more afterwards', async () => {
    const server = documentServer();
    server.kept.status = { status: 'UNPROCESSED' };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    await draw();
    await eventually(() => expect(server.count(`GET ${STATUS}`)).toBe(1));
    await vi.advanceTimersByTimeAsync(1_900);
    expect(server.count(`GET ${STATUS}`)).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(server.count(`GET ${STATUS}`)).toBe(2);
    server.kept.status = { status: 'IN_PROGRESS' };
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.count(`GET ${STATUS}`)).toBe(3);
    expect(page.getByRole('link', { name: /^Look at/ }).query()).toBeNull();
    attached(server);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.count(`GET ${STATUS}`)).toBe(4);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.count(`GET ${STATUS}`)).toBe(4);
  });

  test('[DOC-04] an untouched question makes at most one call', async () => {
    const server = documentServer();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    await draw();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.count(`GET ${STATUS}`)).toBeLessThanOrEqual(1);
  });

  test('can be canceled, and leaves nothing behind', async () => {
    const server = documentServer();
    server.kept.hangs = 'POST /uploads';
    await draw();
    await choose(fileOf('record.pdf', 348_160));
    await expect.element(page.getByText('340KB')).toBeInTheDocument();
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await inputIsThere();
    expect(server.count(`POST ${STATUS}`)).toBe(0);
    expect(currentToasts()).toEqual([]);
  });

  test('that is canceled when the server already has the file is deleted there', async () => {
    const server = documentServer();
    const { promise, resolve } = Promise.withResolvers<void>();
    server.kept.startAnswered = promise;
    const { store } = await draw();
    await choose(fileOf('record.pdf', 348_160));
    await eventually(() => expect(server.count(`POST ${STATUS}`)).toBe(1));
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    resolve();
    await inputIsThere();
    expect(server.kept.list).toEqual({});
    expect(store.getState().answers[KEY] ?? '').toBe('');
    await eventually(() => expect(document.body.textContent).toContain('The upload was canceled.'));
    expect(currentToasts()).toEqual([]);
  });

  test('that is canceled too late is reported when it can’t be deleted', async () => {
    const server = documentServer();
    const { promise, resolve } = Promise.withResolvers<void>();
    server.kept.startAnswered = promise;
    server.kept.fails.add(`DELETE /api/document-answer/${KEY}`);
    await draw();
    await choose(fileOf('record.pdf', 348_160));
    await eventually(() => expect(server.count(`POST ${STATUS}`)).toBe(1));
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    resolve();
    await eventually(() => expect(errorOf()).toBe('It did not work.'));
  });
});

describe('a document that is attached', () => {
  test('[CONST-06] shows its name, and its size in whole units without a space', async () => {
    attached(documentServer());
    await draw({ [KEY]: 'ANSWERED' });
    await expect.element(page.getByText('record.pdf')).toBeInTheDocument();
    await expect.element(page.getByText('340KB')).toBeInTheDocument();
    expect([1, 1023, 1024, 348_160, 1_048_063, 1_048_576].map(formatSize)).toEqual([
      '1B',
      '1023B',
      '1KB',
      '340KB',
      '1023KB',
      '1MB',
    ]);
  });

  test('[WIDGET-10, DOC-07] is deleted only after a confirmation', async () => {
    const server = documentServer();
    attached(server);
    const { store } = await draw({ [KEY]: 'ANSWERED' });
    await page.getByRole('button', { name: 'Delete record.pdf' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect(server.asked().some((call) => call.startsWith('DELETE'))).toBe(false);
    await page.getByRole('button', { name: 'Delete record.pdf' }).click();
    await page.getByRole('button', { name: 'Yes, delete it' }).click();
    await inputIsThere();
    const calls = server.asked();
    const deletion = calls.indexOf(`DELETE /api/document-answer/${KEY}`);
    expect(deletion).toBeGreaterThan(-1);
    expect(calls.slice(deletion + 1)).toContain('GET /api/document-answer');
    expect(store.getState().answers[KEY]).toBe('');
  });
});

test('a document that cannot be loaded does not count as missing: the question says so, keeps the answer, and retries', async () => {
  const server = documentServer();
  attached(server);
  server.kept.fails.add(`GET ${STATUS}`);
  const { store } = await draw({ [KEY]: 'ANSWERED' });
  const note = page.getByRole('alert');
  await expect.element(note).toHaveTextContent("We can't see right now whether you've uploaded a file here.");
  await eventually(() => expect(document.body.textContent).toContain('It did not work.'));
  expect(document.querySelector('input[type=file]')).toBeNull();
  expect(store.getState().answers[KEY]).toBe('ANSWERED');
  server.kept.fails.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'Delete record.pdf' })).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await eventually(() => expect(document.activeElement?.id).toBe(`${KEY}-document`));
  await eventually(() => expect(document.body.textContent).toContain('Your file is here.'));
});

test('[D13] a document that a busy server defers is requested again by itself after a wait, and takes no focus', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = documentServer();
  attached(server);
  server.kept.busy.add(`GET ${STATUS}`);
  await draw({ [KEY]: 'ANSWERED' });
  const asked = () => server.count(`GET ${STATUS}`);
  const alert = () => document.querySelector('[role=alert]');
  await eventually(() => expect(alert()).not.toBeNull());
  const before = asked();
  await advanceToScreen(3000);
  expect(asked()).toBe(before);
  await advanceToScreen(3000);
  expect(asked()).toBe(before + 1);
  expect(alert()).not.toBeNull();
  expect(document.body.textContent).toContain('Busy.');
  server.kept.busy.clear();
  await advanceToScreen(6000);
  expect(asked()).toBe(before + 2);
  await eventually(() => expect(alert()).toBeNull());
  await expect.element(page.getByRole('button', { name: 'Delete record.pdf' })).toBeInTheDocument();
  // The focus was elsewhere.
  expect(document.activeElement).toBe(document.body);
});

describe('a failure', () => {
  const title = `Error uploading file for ${KEY}`;

  test('[ERR-08, ERR-09] of the upload clears the answer, is shown, and its reset clears the error and the conversion', async () => {
    const server = documentServer();
    server.kept.fails.add('POST /api/presigned-url');
    // An answer without a document, as after a deletion in another tab.
    const { store } = await draw({ [KEY]: 'ANSWERED' });
    await choose(fileOf('record.pdf'));
    await eventually(() =>
      expect(currentToasts()).toMatchObject([{ kind: 'error', title, message: 'It did not work.' }]),
    );
    expect(errorOf()).toBe('It did not work.');
    expect(store.getState().answers[KEY]).toBe('');
    closeToast(currentToasts()[0]?.id ?? 0);
    await inputIsThere();
    await eventually(() => expect(server.count(`DELETE ${STATUS}`)).toBe(1));
    expect(errorOf()).toBe('');
    expect(currentToasts()).toEqual([]);
  });

  test('[DOC-05, ERR-08] of the conversion clears the answer and shows the server’s words', async () => {
    const server = documentServer();
    const { store } = await draw({ [KEY]: 'ANSWERED' });
    await choose(fileOf('record.pdf'));
    await eventually(() => expect(server.count(`POST ${STATUS}`)).toBe(1));
    server.kept.status = { status: 'FAILED', message: 'This file is damaged.' };
    await eventually(() => expect(currentToasts()).toMatchObject([{ title, message: 'This file is damaged.' }]));
    expect(errorOf()).toBe('This file is damaged.');
    expect(store.getState().answers[KEY]).toBe('');
  });

  test('[ERR-10] that happened on another page is shown at the question; the rest of the page keeps working', async () => {
    const server = documentServer();
    server.kept.status = { status: 'FAILED', message: 'This file is damaged.' };
    await draw();
    await eventually(() => expect(currentToasts()).toMatchObject([{ title, message: 'This file is damaged.' }]));
    expect(errorOf()).toBe('This file is damaged.');
    await userEvent.fill(control('hs_name'), 'Sampleton High');
    expect(control('hs_name')).toHaveProperty('value', 'Sampleton High');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await eventually(() => expect(server.count(`DELETE ${STATUS}`)).toBe(1));
    expect(currentToasts()).toEqual([]);
  });

  test('of the upload can be retried with the same file', async () => {
    const server = documentServer();
    server.kept.fails.add('POST /uploads');
    server.kept.fails.add(`POST ${STATUS}`);
    await draw();
    await choose(fileOf('record.pdf'));
    await eventually(() => expect(errorOf()).toBe('It did not work.'));
    server.kept.fails.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Converting to PDF', { exact: false }).first()).toBeInTheDocument();
  });
});
