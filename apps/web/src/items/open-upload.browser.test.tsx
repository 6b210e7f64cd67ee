import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { CAME, draw, itemServer, request } from './item-server.testing.tsx';

// In a file of its own, so that the first press comes before the upload's script.
test('a press that opens the place for another file leaves the keyboard there, whether its script is loaded or not', async () => {
  itemServer(request({ state: 'came', came_at: CAME }));
  for (const script of ['not loaded', 'loaded']) {
    await draw();
    await page.getByRole('button', { name: 'Send another file' }).click();
    await expect.element(page.getByLabelText('Your file for: Copy of your passport', { exact: true })).toBeVisible();
    const { activeElement } = document;
    expect(activeElement?.matches('input, button') && activeElement.closest('li'), script).toBeTruthy();
    await cleanup();
  }
});
