import { currentToasts } from '@firstyear/ui/toast-store.ts';
import { ENGLISH } from '@firstyear/words';
import { failures } from '@firstyear/words/failures';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loadPart } from '../api/load-part.ts';
import { draw, ID, item, itemServer, request } from './item-server.testing.tsx';

// In a file of its own, so that the presses come before the scripts.
vi.mock('../api/load-part.ts', { spy: true });

const { unexpected } = failures.in(ENGLISH);
const file = new File(['%PDF-1.4'], 'passport.pdf', { type: 'application/pdf' });

// In this order, since the script stays once it is loaded.
describe('the script that checks a file', { shuffle: false }, () => {
  test('a file is checked by a script that is loaded once one is chosen; where it can’t be, that is said, and a file can be chosen again', async () => {
    const { sent } = itemServer(request());
    await draw();
    const input = page.getByLabelText('Your file for: Copy of your passport', { exact: true });
    await expect.element(input).toBeVisible();
    vi.mocked(loadPart).mockRejectedValueOnce(new Error('The script is gone.'));
    await userEvent.upload(input, file);
    await expect.element(page.getByText(unexpected)).toBeVisible();
    expect(sent()).toEqual([]);

    // Of two files that are chosen before it is loaded, the later one is sent.
    const network = Promise.withResolvers<void>();
    vi.mocked(loadPart).mockImplementationOnce(async (load) => {
      await network.promise;
      return load();
    });
    await userEvent.upload(input, new File(['%PDF-1.4'], 'wrong.pdf', { type: 'application/pdf' }));
    await expect.element(page.getByText('Loading…')).toBeVisible();
    await userEvent.upload(input, file);
    network.resolve();
    await expect.poll(sent).toContain(`POST /api/item/${ID}/paper`);
    expect(sent().filter((call) => call.endsWith('/upload'))).toHaveLength(1);
    expect(page.getByText(unexpected).query()).toBeNull();
  });

  test('an upload that is canceled while its script waits for the connection ends at once, and another file can be sent', async () => {
    const { sent } = itemServer(request());
    await draw();
    const input = page.getByLabelText('Your file for: Copy of your passport', { exact: true });
    await expect.element(input).toBeVisible();
    vi.mocked(loadPart).mockReturnValueOnce(new Promise(() => {}));
    await userEvent.upload(input, file);
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await expect.element(input).toBeVisible();
    await userEvent.upload(input, file);
    await expect.poll(sent).toContain(`POST /api/item/${ID}/paper`);
  });
});

test('the form to ask somebody else is loaded once it is pressed; where it can’t be, that is said, and it can be pressed again', async () => {
  const server = itemServer(item());
  server.kept.answers.set('GET /api/helper', [200, { helper: null, may_ask: true }]);
  await draw();
  const button = page.getByRole('button', { name: 'Ask somebody' });
  await expect.element(button).toBeVisible();
  vi.mocked(loadPart).mockRejectedValueOnce(new Error('The script is gone.'));
  await button.click();
  await vi.waitFor(() => expect(currentToasts().map(({ message }) => message)).toEqual([unexpected]));
  await expect.element(button).toHaveFocus();
  await button.click();
  await expect.element(page.getByLabelText('Their name')).toBeVisible();
  expect(document.activeElement?.closest('form')).not.toBeNull();
});
