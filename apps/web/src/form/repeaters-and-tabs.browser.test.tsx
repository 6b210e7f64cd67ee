import { repeater, tab, tabGroup, text } from '@firstyear/form-engine';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { drawForm, smallForm, wholeForm } from './draw-form.testing.tsx';

const MAX_COMPONENTS = 10;
const drawn = (id: string) => document.querySelectorAll(`[data-repeater="${id}"]`).length;

test('[CONST-09, ADD-02, LAYOUT-15] a new applicant has one component of each repeater, and a button for another one', async () => {
  expect(wholeForm.repeaters.size).toBeGreaterThan(1);
  for (const [id, { noun }] of wholeForm.repeaters) {
    const { screen } = await drawForm({ page: 'education', answers: { college_courses_toggle: 'yes' } });
    expect([id, drawn(id)]).toEqual([id, 1]);
    await expect.element(page.getByRole('button', { name: `Add Another ${noun}`, exact: true })).toBeVisible();
    await screen.unmount();
  }
});

test('[CONST-09, ADD-02] a repeater has at most ten components, and no button once all are there', async () => {
  const most = [...wholeForm.repeaters.values()].map((repeater) => repeater.maxNumberOfComponents);
  expect(Math.max(...most)).toBe(MAX_COMPONENTS);
  for (const [id, { maxNumberOfComponents, noun }] of wholeForm.repeaters) {
    const { screen } = await drawForm({
      page: 'education',
      answers: { college_courses_toggle: 'yes' },
      // Above the limit, which the server would never send.
      addAnother: { [id]: MAX_COMPONENTS + 5 },
    });
    expect([id, drawn(id)]).toEqual([id, maxNumberOfComponents]);
    await expect
      .element(page.getByRole('button', { name: `Add Another ${noun}`, exact: true }))
      .not.toBeInTheDocument();
    await screen.unmount();
  }
});

test('[ADD-03] the entry that is announced is the one that gets the focus, also after another device has added some', async () => {
  scriptNetwork(({ method }) => [200, method === 'GET' ? { courses: 4 } : {}]);
  await drawForm({ page: 'education', answers: { college_courses_toggle: 'yes' } });
  await page.getByRole('button', { name: 'Add Another Course', exact: true }).click();
  await eventually(() => expect(drawn('courses')).toBe(4));
  const newest = document.querySelectorAll('[data-repeater=courses]')[3];
  await eventually(() => expect(newest?.contains(document.activeElement)).toBe(true));
  const spoken = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent);
  expect(spoken.filter((text) => /\d/.test(text ?? ''))).toEqual(['Course 4 added']);
});

test('a repeater says in its own sentences, if it has any, what can be added and what was', async () => {
  const job = (key: string) => [text({ key, label: 'Empleo' }), text({ key: `${key}_hours`, label: 'Horas' })];
  const sentences = { add: 'Agregar otro empleo', added: 'Se agregó el empleo {number}' };
  const form = smallForm([
    repeater({ id: 'jobs', noun: 'Empleo', ...sentences }, [job('a'), job('b'), job('c')]),
    repeater({ id: 'others', noun: 'Thing' }, [job('d'), job('e')]),
  ]);
  scriptNetwork(({ method }) => [200, method === 'GET' ? { jobs: 2 } : {}]);
  await drawForm({ form });
  await expect.element(page.getByRole('button', { name: 'Add Another Thing', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Agregar otro empleo', exact: true }).click();
  await expect
    .poll(() => document.querySelector('[role=status]:not(:empty)')?.textContent)
    .toBe('Se agregó el empleo 2');
});

test('components of one question are a list whose labels count them, with no heading each; others keep theirs', async () => {
  const { store, container } = await drawForm({
    page: 'education',
    answers: { college_courses_toggle: 'yes' },
  });
  await expect.element(page.getByRole('textbox', { name: 'Course', exact: true })).toBeVisible();
  store.setAddAnother({ courses: MAX_COMPONENTS, schools: 2 });
  await expect
    .element(page.getByRole('textbox', { name: 'Course 10', exact: true }))
    .toHaveAttribute('id', 'college_10_course');
  const list = page.getByRole('list').filter({ has: page.getByRole('textbox', { name: 'Course 1', exact: true }) });
  expect(list.getByRole('listitem').elements()).toHaveLength(MAX_COMPONENTS);
  const headings = [...container.querySelectorAll('h2, h3, h4')].map(({ textContent }) => textContent);
  expect(headings.filter((text) => /\d/.test(text ?? ''))).toEqual(['School 1', 'School 2']);
});

test('[DOC-08, TAB-07] a visitor sees the default tab, and where another one asks for a document, that an account is needed', async () => {
  const [first, second] = wholeForm.tabGroups.get('hs_record')?.tabs ?? [];
  const { container } = await drawForm({ page: 'education', isLoggedIn: false });
  await expect.element(page.getByText('Ask your counselor to send your transcript', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: String(second?.label), exact: true })).toBeVisible();
  await expect
    .element(page.getByText('This question can be finished once you have created an account.', { exact: true }))
    .toBeVisible();
  expect(container.textContent).not.toContain(first?.label);
  expect(container.querySelector('[role=tab], input[type=file]')).toBeNull();
});

test('[TAB-02] leaving a tab clears the answers that it lists, and no other', async () => {
  const chosen = { tests: 'second' };
  scriptNetwork(({ method }) => [200, method === 'GET' ? chosen : {}]);
  const form = smallForm([
    tabGroup({ id: 'tests', legend: 'Tests' }, [
      tab({ id: 'first', label: 'First', clears: ['listed'] }, [
        text({ key: 'listed', label: 'Listed' }),
        text({ key: 'unlisted', label: 'Unlisted' }),
      ]),
      tab({ id: 'second', label: 'Second' }, [text({ key: 'other', label: 'Other' })]),
    ]),
  ]);
  const { store } = await drawForm({ form, answers: { listed: 'a', unlisted: 'b' } });
  await page.getByRole('tab', { name: 'Second' }).click();
  await expect.element(page.getByLabelText('Other')).toBeVisible();
  expect(store.getState().answers).toMatchObject({ listed: '', unlisted: 'b' });
  // It goes out with the next save.
  expect(store.outbox.unsaved()?.answers).toEqual({ listed: '' });
  chosen.tests = 'first';
  await page.getByRole('tab', { name: 'First' }).click();
  await expect.element(page.getByLabelText('Unlisted')).toHaveValue('b');
  await expect.element(page.getByLabelText('Listed', { exact: true })).toHaveValue('');
  await eventually(() => expect(store.getState().tabs).toEqual({ tests: 'first' }));
});
