import { translatePage } from '@firstyear/ui/translator.testing.ts';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawForm } from './draw-form.testing.tsx';

beforeAll(translatePage);

test('on a page that the browser has translated, a section says what it hides and what is left in it', async () => {
  const { store } = await drawForm({ page: 'about', answers: { first_name: 'Ada' } });
  await userEvent.click(page.getByRole('button', { name: 'Hide Your name' }));
  const show = page.getByRole('button', { name: 'Show Your name' });
  await expect.element(show).toHaveAccessibleDescription('1 question left');
  store.loadSaved({ first_name: 'Ada', last_name: 'Testperson' });
  await expect.element(show).toHaveAccessibleDescription('Complete');
});
