import { section } from '@firstyear/form-engine';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawForm, smallForm, wholeForm } from './draw-form.testing.tsx';
import { focusQuestion } from './focus-question.ts';

const fold = (title: string) => page.getByRole('button', { name: `Hide ${title}` });
const open = (title: string) => page.getByRole('button', { name: `Show ${title}` });
const field = (key: string) => document.getElementById(key);
const isSeen = (key: string) => field(key)?.checkVisibility();

test('a section folds to its heading and says how much is left there, and opens again', async () => {
  await drawForm({ page: 'about', answers: { first_name: 'Ada' } });
  await expect.element(fold('Your name')).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(fold('Your name'));
  await expect.element(open('Your name')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(open('Your name')).toHaveFocus();
  await expect.element(open('Your name')).toHaveAccessibleDescription('1 question left');
  expect([isSeen('first_name'), isSeen('email_address')]).toEqual([false, true]);
  // Found by the browser's page search.
  expect(field('first_name')?.closest('[hidden="until-found"]')).not.toBeNull();
  await userEvent.click(open('Your name'));
  expect(isSeen('first_name')).toBe(true);
});

test('a folded section whose questions are answered is complete', async () => {
  await drawForm({ page: 'about', answers: { first_name: 'Ada', last_name: 'Testperson' } });
  await userEvent.click(fold('Your name'));
  await expect.element(open('Your name')).toHaveAccessibleDescription('Complete');
});

test('links to a question and the page search of the browser open its section', async () => {
  await drawForm({ page: 'about' });
  await userEvent.click(fold('Your name'));
  expect(focusQuestion('last_name')).toBe(true);
  await expect.element(fold('Your name')).toHaveAttribute('aria-expanded', 'true');
  expect(document.activeElement).toBe(field('last_name'));
  await userEvent.click(fold('Your name'));
  field('last_name')?.closest('[hidden]')?.dispatchEvent(new Event('beforematch'));
  await expect.element(fold('Your name')).toBeVisible();
  expect(isSeen('last_name')).toBe(true);
});

test('nothing folds on a short page, on paper, and below another section', async () => {
  const [name] = wholeForm.pages[0]?.items ?? [];
  if (!name) throw new Error('The first page is empty.');
  await drawForm({ page: 'about', form: smallForm([name]) });
  expect(page.getByRole('button', { name: /^Hide/ }).elements()).toEqual([]);
});

test('a nested section folds with its parent', async () => {
  const titles = ['One', 'Two', 'Three'];
  await drawForm({
    page: 'about',
    form: smallForm(
      titles.map((title, at) =>
        section({ id: `s-${at}`, title }, [section({ id: `more-${at}`, title: `${title} more` }, [])]),
      ),
    ),
  });
  expect(page.getByRole('button', { name: /^Hide/ }).elements()).toHaveLength(titles.length);
});
