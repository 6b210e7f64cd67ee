import { translatePage } from '@firstyear/ui/translator.testing.ts';
import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CAME, correctionServer, draw, explanation, itemServer, request } from './item-server.testing.tsx';

// Families who read neither of our languages let their browser translate the page.
beforeAll(translatePage);

test('what a translator has replaced is replaced again when an item changes, and when everything has come', async () => {
  const server = itemServer(
    request({ papers: [{ id: 'p', file_name: 'a.pdf', sent_by: 'applicant', state: 'waiting', href: null }] }),
  );
  const { container } = await draw();
  await expect.element(page.getByText('Converting to PDF…')).toBeVisible();
  server.has(request({ state: 'came', came_at: CAME }));
  await expect.poll(() => container.textContent).toContain('Came on November 3, 2026, being checked');
  expect(container.textContent).not.toContain('Waiting for this');
});

test('a translated explanation is sent, and read again', async () => {
  const server = itemServer(explanation());
  const { container } = await draw();
  await page.getByRole('textbox').fill('I worked on a farm.');
  server.has(explanation({ state: 'accepted', reply: 'I worked on a farm.', may_send: false }));
  Object.assign(server.kept.standing, { is_complete: true });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => container.textContent).toContain('We have everything.');
  expect(container.textContent).not.toContain('Waiting for this');
  expect(page.getByRole('textbox').query()).toBeNull();
});

test('a translated correction is sent', async () => {
  const { sent, came } = correctionServer('first_name');
  const { container } = await draw();
  await page.getByLabelText('First Name', { exact: true }).fill('John');
  came({ first_name: 'John' });
  await page.getByRole('button', { name: 'Send the correction' }).click();
  await expect.poll(() => container.textContent).toContain('Came on November 3, 2026, being checked');
  expect(sent()).toEqual([{ answers: { first_name: 'John' } }]);
  expect(container.textContent).not.toContain('Waiting for this');
});
