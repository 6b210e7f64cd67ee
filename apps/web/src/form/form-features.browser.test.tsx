import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { clearToasts, currentToasts } from '@firstyear/ui/toast-store.ts';
import { freshman } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { control, drawForm } from './draw-form.testing.tsx';

const asked = (calls: readonly { readonly method: string; readonly path: string }[]) =>
  calls.map(({ method, path }) => `${method} ${path}`);
const group = 'hs_record';
const EMPTY: ScriptedResponse = [200, {}];

function twoTabs() {
  const tabs = page.getByRole('tab');
  return { send: tabs.nth(0), upload: tabs.nth(1) };
}

test('[ADD-04] choosing a tab stores it, opens it, and refetches the list', async () => {
  const calls = scriptNetwork(({ method }) => (method === 'GET' ? [200, { [group]: 'upload' }] : EMPTY));
  const { store, container } = await drawForm({ page: 'education' });
  const upload = store.form.tabGroups.get(group)?.tabs[1];
  if (!upload) throw new Error('The form has no second tab.');
  await twoTabs().upload.click();
  await expect.element(twoTabs().upload).toHaveAttribute('aria-selected', 'true');
  expect(calls[0]).toMatchObject({ method: 'PUT', path: '/api/tabs', body: { tab_id: group, chosen_tab: upload.id } });
  const ofTabs = () => asked(calls.filter(({ path }) => path === '/api/tabs'));
  await eventually(() => expect(ofTabs()).toEqual(['PUT /api/tabs', 'GET /api/tabs']));
  await eventually(() => expect(container.textContent).toContain(freshman.documents.transcript.label));
});

test('[ERR-16] a tab that cannot be stored stays closed, and a toast names the default tab by its id, and its label below', async () => {
  clearToasts();
  scriptNetwork(() => [500, { message: 'It did not work.' }]);
  const { store } = await drawForm({ page: 'education' });
  await twoTabs().upload.click();
  await eventually(() => expect(currentToasts()).toHaveLength(1));
  const [first] = store.form.tabGroups.get(group)?.tabs ?? [];
  expect(currentToasts()[0]).toMatchObject({
    kind: 'error',
    title: 'Error handling tabs for counselor',
    message: `${first?.label}: It did not work.`,
  });
  await expect.element(twoTabs().send).toHaveAttribute('aria-selected', 'true');
});

test('the tabs can be walked with the arrows and opened with Enter', async () => {
  const calls = scriptNetwork(() => EMPTY);
  await drawForm({ page: 'education' });
  twoTabs().send.element().dispatchEvent(new FocusEvent('focus'));
  const first = twoTabs().send.element();
  if (first instanceof HTMLElement) first.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(twoTabs().upload.element());
  expect(calls).toHaveLength(0);
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(calls[0]?.method).toBe('PUT'));
});

test('[ADD-03, ADD-04] Add Another stores one more, refetches the list and puts the focus into the new component', async () => {
  const calls = scriptNetwork(({ method }) => (method === 'GET' ? [200, { schools: 2 }] : EMPTY));
  await drawForm({ page: 'education' });
  expect(document.getElementById('hs_2_name')).toBeNull();
  await page.getByRole('button', { name: 'Add Another School' }).click();
  await eventually(() => expect(document.activeElement).toBe(control('hs_2_name')));
  expect(calls[0]).toMatchObject({
    method: 'PUT',
    path: '/api/add-another',
    body: { button_id: 'schools', num_components: 2 },
  });
  expect(asked(calls)).toEqual(['PUT /api/add-another', 'GET /api/add-another']);
});

test('[ERR-15] a failed Add Another shows a toast with the id of its button; the count stays', async () => {
  clearToasts();
  scriptNetwork(() => [500, { message: 'It did not work.' }]);
  await drawForm({ page: 'education' });
  await page.getByRole('button', { name: 'Add Another School' }).click();
  await eventually(() => expect(currentToasts()).toHaveLength(1));
  expect(currentToasts()[0]).toMatchObject({ title: 'Error adding another schools', message: 'It did not work.' });
  expect(document.getElementById('hs_2_name')).toBeNull();
});
