import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createAnswerStore } from '../answers/answer-store.ts';
import { AnswerStoreProvider } from '../answers/hooks.ts';
import { ClearAnswers } from './clear-answers.tsx';
import { NOW, wholeForm } from './draw-form.testing.tsx';

test('cleared answers of a visitor can be brought back as long as the tab is open, and are only in memory', async () => {
  sessionStorage.clear();
  const store = createAnswerStore(wholeForm, () => NOW, sessionStorage);
  store.changeMany({ first_name: 'Ada', last_name: 'Testperson', birth_date: '2026-11-19' });
  await render(
    <AnswerStoreProvider value={store}>
      <main tabIndex={-1}>
        <ClearAnswers />
      </main>
    </AnswerStoreProvider>,
  );
  await page.getByRole('button', { name: 'Clear my answers' }).click();
  await page.getByRole('button', { name: 'Yes, clear them' }).click();
  await expect.element(page.getByText('We removed 3 answers.', { exact: false })).toBeVisible();
  expect(store.outbox.typedAnswers()).toEqual({});
  // The pressed button is gone.
  await eventually(() => expect(document.activeElement?.textContent).toBe('Undo'));
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Ada');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(store.outbox.typedAnswers()).toMatchObject({ first_name: 'Ada', last_name: 'Testperson' });
  // A date that breaks its rules is no answer, and stays as typed.
  expect(store.inputValue('birth_date')).toBe('2026-11-19');
  await expect.element(page.getByRole('button', { name: 'Clear my answers' })).toBeVisible();
});
