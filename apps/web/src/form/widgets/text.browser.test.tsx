import { text, textarea } from '@firstyear/form-engine';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm, smallForm, valueIn } from '../draw-form.testing.tsx';

test('[WIDGET-01, DATA-24] text takes a value; a password is hidden while it is typed, an ssn gets its shape', async () => {
  const { answers } = await drawForm({
    form: smallForm([
      text({ key: 'nickname', label: 'Nickname' }),
      text({ key: 'word', label: 'Word', category: 'password' }),
      text({ key: 'number', label: 'Number', category: 'ssn' }),
    ]),
  });
  await page.getByLabelText('Nickname').fill('Addie');
  await page.getByLabelText('Word').fill('another');
  await page.getByLabelText('Number').fill('000123456');
  await userEvent.tab();
  expect(answers()).toMatchObject({ nickname: 'Addie', word: 'another', number: '000-12-3456' });
  expect(control('word')).toHaveProperty('type', 'password');
});

test('[CONST-04] there is room for 45 characters; a longer text stays in the field, which says what is too long', async () => {
  const { store } = await drawForm();
  await userEvent.fill(control('first_name'), 'x'.repeat(50));
  await userEvent.tab();
  expect(valueIn('first_name')).toHaveLength(50);
  expect(document.getElementById('first_name-error')?.textContent).toContain('shorten this from 50 to 45 characters');
  expect(store.outbox.unsaved()).toBeUndefined();
  await userEvent.fill(control('first_name'), 'x'.repeat(45));
  expect(store.outbox.unsaved()?.answers.first_name).toHaveLength(45);
});

test('[DATA-06] an emptied answer is an empty string', async () => {
  const { answers } = await drawForm({ answers: { first_name: 'Ada' } });
  await userEvent.clear(control('first_name'));
  expect(answers().first_name).toBe('');
});

test('where the window is wide, a field is no wider than its answer: a ZIP Code, not a name', async () => {
  await page.viewport(768, 900);
  await drawForm();
  const widthOf = (key: string) => control(key).getBoundingClientRect().width;
  expect(widthOf('zip')).toBeLessThan(200);
  expect(widthOf('city')).toBeGreaterThan(400);
  await page.viewport(414, 896);
});

test('a name in any script is stored unchanged', async () => {
  const { answers } = await drawForm();
  await page.getByRole('region', { name: 'Your name' }).getByLabelText('First Name').fill('Zoë 明日香 عائشة');
  expect(answers().first_name).toBe('Zoë 明日香 عائشة');
});

test('[WIDGET-15] on paper a password is dots, an ssn is shaped; neither can be edited', async () => {
  const { container } = await drawForm({
    isRead: true,
    form: smallForm([
      text({ key: 'number', label: 'Number', category: 'ssn' }),
      text({ key: 'word', label: 'Word', category: 'password' }),
    ]),
    answers: { number: '000123456', word: 'open sesame' },
  });
  expect(container.querySelector('input')).toBeNull();
  expect(container.textContent).toContain('000-12-3456');
  expect(container.textContent.match(/•{8}/g)).toHaveLength(1);
  expect(container.textContent).not.toContain('sesame');
});

test('[AMB-082] pasted characters that nobody types are removed, and the caret stays', async () => {
  const { answers } = await drawForm({ answers: { first_name: 'Zo' } });
  const field = control('first_name');
  if (!(field instanceof HTMLInputElement)) throw new Error('The name is typed in a line.');
  await userEvent.click(field);
  field.setSelectionRange(0, 0);
  document.execCommand('insertText', false, 'e\u0301\u0000\ud800-');
  await expect.poll(() => answers().first_name).toBe('\u00e9-Zo');
  expect(field.value).toBe('\u00e9-Zo');
  expect(field.selectionStart).toBe(2);
});

test('a line keeps a space while it is typed, stores it without, and shows what is stored once it is left', async () => {
  const { answers } = await drawForm();
  await userEvent.type(control('first_name'), ' Ada  ');
  expect([valueIn('first_name'), answers().first_name]).toEqual([' Ada  ', 'Ada']);
  await userEvent.keyboard('Maria ');
  expect(answers().first_name).toBe('Ada Maria');
  await userEvent.tab();
  expect(valueIn('first_name')).toBe('Ada Maria');
});

test("a message that is only the label is read with a mark before it, which isn't seen", async () => {
  await drawForm({ showErrors: true });
  await expect.element(page.elementLocator(control('first_name'))).toHaveAccessibleDescription(/Error: First Name$/);
  const [mark, message] = control('first_name-error').children;
  expect(mark?.getBoundingClientRect().width).toBeLessThanOrEqual(1);
  expect(message?.textContent).toBe('First Name');
});

test('[AMB-082] the reason why an answer was not saved is shown at its question, also before a submission', async () => {
  const { store } = await drawForm();
  store.change('first_name', 'Ada');
  const sent = store.outbox.unsaved();
  if (sent) store.outbox.acknowledge(sent, { first_name: 'We could not save this.' });
  await expect.element(page.getByText('We could not save this.').first()).toBeVisible();
  expect(control('first_name').getAttribute('aria-invalid')).toBe('true');
  const statuses = () => [...document.querySelectorAll('[role="status"]')].map((status) => status.textContent);
  await expect.poll(statuses).toContain('We could not save this.');
  store.change('first_name', 'Ada B.');
  await expect.poll(statuses).not.toContain('We could not save this.');
});

test('typed text has its own direction, in inputs and text areas', async () => {
  await drawForm({
    form: smallForm([text({ key: 'name', label: 'Name' }), textarea({ key: 'essay', label: 'Essay' })]),
  });
  for (const key of ['name', 'essay']) {
    await userEvent.fill(control(key), 'آدا');
    expect(getComputedStyle(control(key)).direction).toBe('rtl');
    await userEvent.fill(control(key), 'Ada');
    expect(getComputedStyle(control(key)).direction).toBe('ltr');
  }
});
