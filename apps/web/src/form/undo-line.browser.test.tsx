import { equals, radio, section, showWhen, tab, tabGroup, text } from '@firstyear/form-engine';
import { clearToasts } from '@firstyear/ui/toast-store.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { control, drawForm, smallForm } from './draw-form.testing.tsx';

afterEach(clearToasts);

const PERMANENT = {
  mailing_addr_same_as_perm_addr: 'no',
  mailing_addr_same_as_perm_addr_desc: 'No',
  permanent_address_line_1: '1 Sample Street',
  permanent_city: 'Sampleton',
  permanent_state: 'KY',
  permanent_state_desc: 'Kentucky',
  permanent_zip: '40599',
  permanent_country: 'USA',
  permanent_country_desc: 'United States',
};
const REMOVED = 'We removed 5 answers about your permanent address.';

const samePermanent = () => page.getByRole('radiogroup', { name: /also your permanent address/ });
const undo = () => page.getByRole('button', { name: 'Undo' });
const statuses = () => [...document.querySelectorAll('[role="status"]')].map((status) => status.textContent);

test('answers removed by a condition are announced in one line at their place, and Undo brings all of them back, to be saved', async () => {
  const { answers, store } = await drawForm({ answers: PERMANENT });
  await samePermanent().getByLabelText('Yes').click();
  expect(answers()).toMatchObject({ permanent_city: '', permanent_state_desc: '' });
  await expect.poll(statuses).toContain(REMOVED);
  await expect.element(undo()).toBeVisible();
  expect(undo().element().parentElement?.textContent).toBe(`${REMOVED} Undo`);
  // The focus passes the radio and its Clear button to the line.
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toBe(undo().element());
  await userEvent.keyboard('{Enter}');
  expect(answers()).toMatchObject(PERMANENT);
  expect(store.outbox.unsaved()?.answers).toMatchObject(PERMANENT);
  expect(document.activeElement?.id).toBe('permanent_address_line_1');
  expect(undo().query()).toBeNull();
});

test('the line stays while the block is visible and empty; answers given since are kept', async () => {
  const { answers } = await drawForm({ answers: PERMANENT });
  await samePermanent().getByLabelText('Yes').click();
  await samePermanent().getByLabelText('No').click();
  await userEvent.fill(control('permanent_city'), 'Elsewhere');
  await undo().click();
  expect(answers()).toMatchObject({ ...PERMANENT, permanent_city: 'Elsewhere' });
});

test('an answer that hides only blank questions removes nothing', async () => {
  await drawForm();
  await samePermanent().getByLabelText('No').click();
  await samePermanent().getByLabelText('Yes').click();
  expect(undo().query()).toBeNull();
});

const twice = smallForm([
  section({ id: 'one', title: 'One' }, [
    radio({
      key: 'one',
      label: 'One?',
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    }),
    showWhen(equals('one', 'yes'), [
      text({ key: 'two', label: 'Two' }),
      showWhen(equals('two', 'more'), [text({ key: 'three', label: 'Three' })], { about: 'the third' }),
    ]),
  ]),
]);

test('conditions inside of each other are one removal, and each change of its own another', async () => {
  const { answers, store } = await drawForm({ form: twice, answers: { one: 'yes', two: 'more', three: 'typed' } });
  await userEvent.fill(control('two'), 'less');
  await expect.poll(statuses).toContain('We removed 1 answer about the third.');
  await page.getByLabelText('No', { exact: true }).click();
  await expect.poll(statuses).toContain('We removed 1 answer.');
  expect(store.undo.removals()).toHaveLength(2);
  await undo().click();
  expect(answers()).toMatchObject({ one: 'yes', two: 'less', three: '' });
  await undo().click();
  expect(answers()).toMatchObject({ one: 'yes', two: 'more', three: 'typed' });
});

test('the answers of a tab that was left come back with their tab', async () => {
  const form = smallForm([
    tabGroup({ id: 'ways', legend: 'How?' }, [
      tab({ id: 'write', label: 'Write', clears: ['letter'] }, [text({ key: 'letter', label: 'Letter' })]),
      tab({ id: 'call', label: 'Call' }, [text({ key: 'number', label: 'Number' })]),
    ]),
  ]);
  let open = 'write';
  const calls = scriptNetwork(({ path, method }) => {
    if (method === 'PUT' && path === '/api/tabs') {
      open = open === 'write' ? 'call' : 'write';
      return [200, { message: 'Done.' }];
    }
    return [200, path === '/api/tabs' ? { ways: open } : {}];
  });
  const { answers } = await drawForm({ form, answers: { letter: 'Dear all' }, tabs: { ways: 'write' } });
  await page.getByRole('tab', { name: 'Call' }).click();
  await expect.element(page.getByText('We removed 1 answer.', { exact: false }).first()).toBeVisible();
  expect(answers().letter).toBe('');
  await undo().click();
  await expect.poll(() => answers().letter).toBe('Dear all');
  expect(document.getElementById('letter')).not.toBeNull();
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2);
});
