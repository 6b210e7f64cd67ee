import type { HelpStudent } from '@firstyear/api-contract/helpers';
import { translatePage } from '@firstyear/ui/translator.testing.ts';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ada, card, chooser, drawPage, pdf, textOf, transcript } from './help-page.testing.tsx';

// A counselor who reads neither of our languages lets the browser translate the page.
beforeAll(translatePage);

test('on a translated page a file is sent, a dialog opens and closes, and what the page said before is gone', async () => {
  let students: readonly HelpStudent[] = [ada];
  await drawPage(() => students);
  await card('Ada Testperson').getByRole('button', { name: "I'm the wrong person" }).click();
  await page.getByRole('button', { name: 'Go back' }).click();
  await userEvent.upload(chooser('Ada Testperson'), [pdf('transcript.pdf')]);
  await expect.poll(() => textOf('Ada Testperson')).toMatch(/To be sent for Ada Testperson/);
  students = [{ ...ada, items: [{ ...transcript, state: 'checking', came_at: '2026-11-28T17:00:00Z' }] }];
  await card('Ada Testperson').getByRole('button', { name: 'Send 1 file' }).click();
  await expect.poll(() => textOf('Ada Testperson')).toMatch(/Received on November 28, 2026[.] Thank you[.]/);
  expect(textOf('Ada Testperson')).not.toMatch(/To be sent for/);
  students = [];
  await page.getByRole('button', { name: 'Send another file' }).click();
  await userEvent.upload(chooser('Ada Testperson'), [pdf('second.pdf')]);
  await card('Ada Testperson').getByRole('button', { name: 'Send 1 file' }).click();
  await expect.element(page.getByText('Nothing is waiting for you here right now. Thank you.')).toBeVisible();
});
