import { textarea } from '@firstyear/form-engine';
import { freshman } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm, smallForm, valueIn } from '../draw-form.testing.tsx';

const story = smallForm([textarea({ key: 'story', label: 'Story' })]);

test('[WIDGET-01, DATA-24] a text area takes a value', async () => {
  const { answers } = await drawForm({ form: story });
  await page.getByLabelText('Story').fill('Once');
  await userEvent.tab();
  expect(answers()).toMatchObject({ story: 'Once' });
});

test('[WIDGET-11] without a limit of its own it has 6 rows and room for 1500 characters', async () => {
  const { answers } = await drawForm({ form: story, answers: { story: 'x'.repeat(1499) } });
  const field = control('story');
  expect(field).toHaveProperty('rows', 6);
  await userEvent.click(field);
  await userEvent.keyboard('{Control>}{End}{/Control}yz');
  expect(valueIn('story')).toBe(`${'x'.repeat(1499)}yz`);
  expect(document.getElementById('story-error')?.textContent).toContain('shorten this from 1501 to 1500');
  await userEvent.keyboard('{Backspace}');
  expect(document.getElementById('story-error')).toBeNull();
  await userEvent.tab();
  expect(answers().story).toHaveLength(1500);
});

test('[WIDGET-12] the counter follows each key, and is announced once typing has paused', async () => {
  await drawForm({ form: story });
  await expect.element(page.getByText('Character count: 0 / 1500')).toBeVisible();
  await userEvent.type(control('story'), 'Hello');
  await expect.element(page.getByText('Character count: 5 / 1500')).toBeVisible();
  await expect.element(page.getByText('5 of 1500 characters used')).toBeInTheDocument();
});

test('where words are limited, words are counted', async () => {
  const rules = [{ rule: 'max-words', words: 3, message: 'Three words.' }] as const;
  await drawForm({ form: smallForm([textarea({ key: 'story', label: 'Story', rules })]) });
  await userEvent.type(control('story'), 'Once upon a time');
  await expect.element(page.getByText('Word count: 4 / 3')).toBeVisible();
  await page.getByLabelText('Story').fill(`Once upon ${'a'.repeat(100)}`);
  await expect.element(page.getByText('Word count: 3 / 3')).toBeVisible();
  expect(document.getElementById('story-error')).toBeNull();
});

test('[WIDGET-13] typed text becomes the answer when the field is left', async () => {
  const { answers } = await drawForm({ form: story });
  await userEvent.type(control('story'), 'Hello');
  expect(answers().story ?? '').toBe('');
  await userEvent.tab();
  expect(answers().story).toBe('Hello');
});

test('[WIDGET-14, CONST-07] the long text of the application takes the 7000 characters of the partner', async () => {
  expect(freshman.character_limit).toBe(7000);
  const { answers } = await drawForm({ page: 'final-steps', answers: { conviction: 'yes' } });
  const field = control('conviction_comment');
  await page.elementLocator(field).fill('x'.repeat(7000));
  await expect.element(page.getByText('Character count: 7000 / 7000')).toBeVisible();
  await userEvent.type(field, 'y');
  await expect.element(page.getByText('Character count: 7001 / 7000')).toBeVisible();
  await userEvent.tab();
  expect(valueIn('conviction_comment')).toBe(`${'x'.repeat(7000)}y`);
  expect(document.getElementById('conviction_comment-error')?.textContent).toContain('shorten this from 7001 to 7000');
  expect(answers().conviction_comment).toHaveLength(7001);
});

test('on paper a text has the whole width and keeps its lines', async () => {
  const { container } = await drawForm({ isRead: true, form: story, answers: { story: 'One\nTwo' } });
  expect(container.querySelector('textarea')).toBeNull();
  expect(container.querySelector('[data-long] [dir=auto]')?.textContent).toBe('One\nTwo');
});
