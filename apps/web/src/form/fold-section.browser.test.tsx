import { section, text } from '@firstyear/form-engine';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm, smallForm, wholeForm } from './draw-form.testing.tsx';
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

test('an additional parent and a guardian start folded, and open by a press', async () => {
  await drawForm({ page: 'about' });
  const parent = page.getByRole('group', { name: 'Additional parent', exact: true });
  await expect.element(parent.getByRole('button')).toHaveAttribute('aria-expanded', 'false');
  expect(['parent_first_name', 'parent_2_first_name', 'guardian_first_name'].map(isSeen)).toEqual([true, false, false]);
  expect(field('guardian_first_name')?.closest('[hidden="until-found"]')).not.toBeNull();
  await userEvent.click(open('Additional parent'));
  await expect.element(fold('Additional parent')).toHaveFocus();
  expect(['parent_2_first_name', 'guardian_first_name'].map(isSeen)).toEqual([true, false]);
});

test('a guardian of whom something is answered is open, and stays open while the answer is cleared', async () => {
  const { store, answers } = await drawForm({ page: 'about' });
  store.loadSaved({ guardian_first_name: 'Gwen' });
  await expect.element(fold('Legal guardian')).toBeVisible();
  expect(['guardian_first_name', 'parent_2_first_name'].map(isSeen)).toEqual([true, false]);
  await userEvent.clear(page.elementLocator(control('guardian_first_name')));
  expect(answers().guardian_first_name).toBe('');
  expect(isSeen('guardian_first_name')).toBe(true);
});

test('a guardian of whom something is answered, folded by hand, opens for an error', async () => {
  const { store } = await drawForm({ page: 'about', answers: { guardian_first_name: 'Gwen' } });
  await userEvent.click(fold('Legal guardian'));
  expect(isSeen('guardian_first_name')).toBe(false);
  store.change('guardian_email_address', 'gwen');
  await expect.element(fold('Legal guardian')).toBeVisible();
  expect(isSeen('guardian_email_address')).toBe(true);
});

test('a group that starts folded is open where an answer in it is missing', async () => {
  const group = { block: 'plain', legend: 'Neighbor', wordsId: 'neighbor', startsFolded: true } as const;
  const items = [
    { kind: 'group', ...group, items: [text({ key: 'neighbor', label: 'Name', required: true })] } as const,
  ];
  await drawForm({ page: 'about', form: smallForm(items) });
  await expect.element(fold('Neighbor')).toBeVisible();
  expect(isSeen('neighbor')).toBe(true);
});

test('a link to a question opens its group and the section around it', async () => {
  await drawForm({ page: 'about' });
  await userEvent.click(fold('Your parents or guardian'));
  expect(focusQuestion('parent_2_last_name')).toBe(true);
  await expect.element(fold('Additional parent')).toBeVisible();
  await expect.element(fold('Your parents or guardian')).toBeVisible();
  expect(document.activeElement).toBe(field('parent_2_last_name'));
});

test('nothing folds on a short page, on paper, and below another section', async () => {
  const [name] = wholeForm.pages[0]?.items ?? [];
  if (!name) throw new Error('The first page is empty.');
  await drawForm({ page: 'about', form: smallForm([name]) });
  expect(page.getByRole('button', { name: /^Hide/ }).elements()).toEqual([]);
});

test('in a wide window the title and the button of a section are beside its questions, with large text above', async () => {
  await page.viewport(1280, 800);
  await drawForm({ page: 'about' });
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const title = () => boxOf(page.getByRole('heading', { name: 'Your enrollment' }).element());
  const question = () => boxOf(control('housing_plans'));
  await expect.element(fold('Your enrollment')).toBeVisible();
  expect(title().right).toBeLessThan(question().left);
  const { x, y } = boxOf(fold('Your enrollment').element());
  await userEvent.click(fold('Your enrollment'));
  await expect.element(open('Your enrollment')).toBeVisible();
  expect(boxOf(open('Your enrollment').element())).toMatchObject({ x, y });
  await userEvent.click(open('Your enrollment'));
  await expect.element(fold('Your enrollment')).toBeVisible();
  document.documentElement.style.fontSize = '200%';
  expect(title().bottom).toBeLessThan(question().top);
  document.documentElement.style.fontSize = '';
  await page.viewport(414, 896);
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
