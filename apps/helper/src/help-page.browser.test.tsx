import { MAX_FILE_BYTES } from '@firstyear/api-contract/file-rules';
import { type HelpStudent, helpDecline } from '@firstyear/api-contract/helpers';
import { site } from '@partner/site.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ada, ben, card, chooser, drawPage, pdf, TOKEN, textOf, transcript } from './help-page.testing.tsx';
import { HelpPage } from './help-page.tsx';

afterEach(() => {
  vi.useRealTimers();
  document.documentElement.lang = 'en';
  vi.restoreAllMocks();
});

test('each student is by itself, and files go to the one under whose name they were chosen', async () => {
  let isSent = false;
  const came: HelpStudent = {
    ...ben,
    items: [{ ...transcript, id: 'item-2', state: 'checking', came_at: '2026-11-28T17:00:00Z' }],
  };
  const made = await drawPage(() => [ada, isSent ? came : ben]);
  await expect.poll(() => textOf('Ada Testperson')).toMatch(/Testville High SchoolGraduationMay 2027.*Waived/);
  await expect.poll(() => textOf('Ben Sample')).toMatch(/Not waived/);
  await userEvent.upload(chooser('Ben Sample'), [pdf('transcript.pdf'), pdf('second page.pdf')]);
  await card('Ben Sample').getByRole('button', { name: 'Remove second page.pdf' }).click();
  await userEvent.upload(chooser('Ben Sample'), [pdf('Transcript of Ben Sample, class of 2027.pdf')]);
  expect(card('Ada Testperson').getByRole('button', { name: /^Send/ }).query()).toBeNull();
  isSent = true;
  await card('Ben Sample').getByRole('button', { name: 'Send 2 files' }).click();
  await expect.poll(() => textOf('Ben Sample')).toMatch(/Received on November 28, 2026[.] Thank you[.]/);
  expect(made.map(({ path }) => path.split('/').at(-1))).toEqual([
    'upload',
    'store',
    'paper',
    'upload',
    'store',
    'paper',
  ]);
  expect(made.at(-1)?.payload).toMatchObject({ token: TOKEN, item: 'item-2', paper_id: 'paper-2', file_key: 'key-2' });
  // Cut to the 32 characters that a file's name may have.
  expect(made.at(-1)?.payload).toMatchObject({ file_name: 'Transcript of Ben Sample, cl.pdf' });
});

test('of a student who has not decided about the letters, nothing is said of it', async () => {
  await drawPage(() => [{ ...ada, is_waived: null }]);
  await expect.poll(() => textOf('Ada Testperson')).toContain('GraduationMay 2027');
  expect(textOf('Ada Testperson')).not.toMatch(/waive/i);
});

test('a file whose send failed stays with its words, and is sent again as the same paper', async () => {
  let isAway = true;
  let hasCome = false;
  const came: HelpStudent = { ...ada, items: [{ ...transcript, state: 'checking', came_at: '2026-11-28T17:00:00Z' }] };
  const isPaper = (paper_id: string) => expect.objectContaining({ paper_id });
  const made = await drawPage(
    () => [hasCome ? came : ada],
    'en',
    ({ path, payload }) => {
      if (!path.endsWith('/paper')) return false;
      const isSecond = isPaper('paper-2').asymmetricMatch(payload);
      hasCome ||= !isSecond;
      return isSecond && isAway;
    },
  );
  await userEvent.upload(chooser('Ada Testperson'), [pdf('first.pdf'), pdf('second.pdf'), pdf('third.pdf')]);
  await card('Ada Testperson').getByRole('button', { name: 'Send 3 files' }).click();
  await expect.poll(() => textOf('Ada Testperson')).toMatch(/Received on November 28, 2026[.] Thank you[.]/);
  await expect.poll(() => textOf('Ada Testperson')).toMatch(/second.pdf: We can't reach the server[.]/);
  expect(textOf('Ada Testperson')).not.toMatch(/first.pdf/);
  isAway = false;
  await card('Ada Testperson').getByRole('button', { name: 'Send 2 files' }).click();
  await expect.element(card('Ada Testperson').getByRole('button', { name: 'Send another file' })).toHaveFocus();
  const papers = made.filter(({ path }) => path.endsWith('/paper')).map(({ payload }) => payload);
  expect(papers).toEqual(['paper-1', 'paper-2', 'paper-2', 'paper-3'].map(isPaper));
  await card('Ada Testperson').getByRole('button', { name: 'Send another file' }).click();
  await expect.element(chooser('Ada Testperson')).toHaveFocus();
});

test('a photo of a phone is made small enough', async () => {
  const canvas = new OffscreenCanvas(900, 900);
  const context = canvas.getContext('2d');
  const noise = new ImageData(900, 900);
  for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = (at * at * 7919) % 251;
  context?.putImageData(noise, 0, 0);
  const photo = new File([await canvas.convertToBlob(), new Uint8Array(MAX_FILE_BYTES)], 'IMG_2041.png');
  const made = await drawPage(() => [ada]);
  await userEvent.upload(chooser('Ada Testperson'), [photo]);
  await card('Ada Testperson').getByRole('button', { name: 'Send 1 file' }).click();
  await expect.poll(() => made.at(-1)?.payload).toMatchObject({ file_name: 'IMG_2041.jpg' });
});

test('a file that is no paper is refused before it is sent, and one that could not be read is named with its words', async () => {
  const failed = {
    id: '1',
    file_name: 'scan.pdf',
    state: 'failed',
    message: 'It is protected with a password.',
  } as const;
  const papers = [failed, { ...failed, id: '2', file_name: 'photo.pdf' }];
  await drawPage(() => [{ ...ada, items: [{ ...transcript, papers }] }]);
  await expect
    .poll(() => textOf('Ada Testperson'))
    .toMatch(/We couldn't use scan.pdf. It is protected with a password..*We couldn't use photo.pdf./);
  await userEvent.upload(chooser('Ada Testperson'), [new File(['x'], 'notes.txt')]);
  await expect.poll(() => textOf('Ada Testperson')).toMatch(/notes.txt: You can only enter the following file types/);
  expect(card('Ada Testperson').getByRole('button', { name: /^Send/ }).query()).toBeNull();
});

test('the wrong person names the right one, and the student is gone from the page', async () => {
  const done = { ...transcript, id: 'done', state: 'done' } as const;
  let students: HelpStudent[] = [{ ...ada, items: [done, { ...transcript, state: 'again' }] }];
  const made = await drawPage(() => students);
  await card('Ada Testperson').getByRole('button', { name: "I'm the wrong person" }).click();
  await page.getByLabelText("The right person's email address, if you know it").fill('casey@school.example');
  students = [];
  await page.getByRole('button', { name: 'Let the student know' }).click();
  await expect.element(page.getByText('Thank you. We let Ada Testperson know.')).toBeVisible();
  await expect.element(page.getByText('Nothing is waiting for you here right now. Thank you.')).toBeVisible();
  const payload = { token: TOKEN, student: 'ada', reason: 'wrong_person', right_email: 'casey@school.example' };
  expect(made).toEqual([{ path: helpDecline.path, payload }]);
});

test('a decline that is not sent says so, and one that is leaves the keyboard at the heading', async () => {
  let students = [ada];
  let isAway = true;
  await drawPage(
    () => students,
    'en',
    () => isAway,
  );
  await card('Ada Testperson').getByRole('button', { name: "I can't send this" }).click();
  await page.getByRole('button', { name: 'Let the student know' }).click();
  await expect.element(page.getByRole('alert', { name: 'This was not sent' })).toBeVisible();
  isAway = false;
  students = [ben];
  await page.getByRole('button', { name: 'Let the student know' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('while files are read the page looks again, also after a look that failed, but not in a hidden tab', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const paper = { id: '1', file_name: 'scan.pdf', state: 'waiting' } as const;
  let looks = 0;
  await drawPage(() => {
    looks += 1;
    if (looks === 2) throw new TypeError('Failed to fetch');
    const papers = [{ ...paper, id: '0', state: 'failed' } as const, paper];
    const done = { ...transcript, id: 'done', state: 'done' } as const;
    return [ben, { ...ada, items: [done, { ...transcript, state: 'checking', papers }] }];
  });
  await expect.poll(() => textOf('Ada Testperson')).toMatch(/We are still reading the files/);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(looks).toBe(1);
  hidden.mockReturnValue(false);
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.element(page.getByRole('alert', { name: 'This page may not be up to date' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(looks).toBe(3);
});

test.each([
  [404, 'wrong_help_link', 0],
  [500, 'unexpected', 1],
])(
  'a refusal with %i says why, and only a link that no longer works is not tried again',
  async (status, code, tries) => {
    const message = 'This link no longer works. Please ask the student to send it again.';
    vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ message, code }, { status }));
    await render(<HelpPage site={site} token="old" />);
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    expect(page.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(tries);
    await expect.element(page.getByText(`Questions? Write to ${site.help_email} or call ${site.phone}.`)).toBeVisible();
  },
);

test('a link that no longer works says so in the language that the server gave the page', async () => {
  document.documentElement.lang = 'es';
  const message = 'Este enlace ya no funciona.';
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ message, code: 'wrong_help_link' }, { status: 404 }),
  );
  await render(<HelpPage site={site} token="old" />);
  await expect.element(page.getByRole('alert', { name: 'No se pudo cargar esta página' })).toHaveTextContent(message);
  expect(document.documentElement.lang).toBe('es');
});

test('the page is in the language that the server names, and offers the other one', async () => {
  await drawPage(() => [ada], 'es');
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(`Documentos escolares para ${site.name}`);
  await expect.poll(() => textOf('Ada Testperson')).toMatch(/mayo de 2027/);
  expect(document.documentElement.lang).toBe('es');
  await expect.element(page.getByRole('link', { name: 'English' })).toHaveAttribute('href', '?lang=en');
});
