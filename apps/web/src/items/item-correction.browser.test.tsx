import { clearToasts } from '@firstyear/ui/toast-store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { ANSWERS, correctionServer, draw, ID } from './item-server.testing.tsx';

beforeEach(() => {
  clearToasts();
  sessionStorage.clear();
});
afterEach(() => page.viewport(414, 896));

const firstName = () => page.getByLabelText('First Name', { exact: true });
const sendIt = () => page.getByRole('button', { name: 'Send the correction' }).click();

test('only the asked questions are there, with the submitted answers; a broken rule is said at its field', async () => {
  const { sent, came } = correctionServer('first_name', 'birth_date');
  const { container } = await draw();
  await expect.element(firstName()).toHaveValue('Jon');
  expect([...container.querySelectorAll('form input')].map(({ id }) => id)).toEqual(['first_name', 'birth_date']);
  await firstName().fill('');
  await sendIt();
  await expect.element(firstName()).toHaveFocus();
  await expect.element(firstName()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(firstName()).toHaveAccessibleDescription(/First Name/);
  expect(sent()).toEqual([]);
  await firstName().fill('John');
  came({ first_name: 'John' });
  await sendIt();
  await expect.element(page.getByText('Came on November 3, 2026, being checked', { exact: true })).toBeVisible();
  expect(sent()).toEqual([{ answers: { first_name: 'John', birth_date: ANSWERS.birth_date } }]);
  expect(sessionStorage).toHaveLength(0);
});

test('a question that a changed answer needs opens with it, and is gone again with that answer', async () => {
  correctionServer('sat_taken');
  await draw();
  await page.getByRole('radio', { name: 'Yes' }).click();
  await expect.element(page.getByLabelText(/Math/).first()).toBeVisible();
  await page.getByRole('radio', { name: 'No' }).click();
  expect(page.getByLabelText(/Math/).query()).toBeNull();
});

test('the state of a country is asked with it, and the month with a year', async () => {
  correctionServer('country', 'grad_year');
  await draw();
  await expect.element(page.getByLabelText('Country', { exact: true })).toBeVisible();
  expect(['grad_month', 'grad_year'].map((id) => document.getElementById(id) !== null)).toEqual([true, true]);
  await userEvent.selectOptions(page.getByLabelText('Country', { exact: true }), 'CAN');
  const state = document.getElementById('state');
  expect(state).toHaveValue('');
  await sendIt();
  await expect.element(page.getByLabelText('Country', { exact: true })).toBeVisible();
  expect(document.getElementById('state')).toHaveAttribute('aria-invalid', 'true');
});

test('what is typed stays over a failure and a reload, and is gone from the tab once it is sent', async () => {
  const { server, came } = correctionServer('first_name');
  await draw();
  server.kept.answers.set(`POST /api/item/${ID}/correction`, 'away');
  await firstName().fill('John');
  await sendIt();
  await expect.element(page.getByText(/^The site isn't responding/)).toBeVisible();
  await cleanup();
  await draw();
  await expect.element(firstName()).toHaveValue('John');
  came({ first_name: 'John' });
  await sendIt();
  await expect.element(firstName()).not.toBeInTheDocument();
  expect(sessionStorage).toHaveLength(0);
});

test('a correction whose response was lost is sent once more, and counts once', async () => {
  const { server, came } = correctionServer('first_name');
  await draw();
  await firstName().fill('John');
  came({ first_name: 'John' });
  const answered = server.kept.answers.get(`POST /api/item/${ID}/correction`) ?? 'away';
  server.kept.answers.set(`POST /api/item/${ID}/correction`, 'away');
  await sendIt();
  await expect.element(page.getByText(/^The site isn't responding/)).toBeVisible();
  await expect.element(firstName()).toHaveValue('John');
  server.kept.answers.set(`POST /api/item/${ID}/correction`, answered);
  await sendIt();
  await expect.element(firstName()).not.toBeInTheDocument();
  expect(sessionStorage).toHaveLength(0);
});

test('what was typed when another tab had sent the correction can still be read, until it is deleted', async () => {
  const { server, came } = correctionServer('first_name');
  await draw();
  await firstName().fill('Jane');
  came({ first_name: 'John' });
  server.kept.answers.set(`POST /api/item/${ID}/correction`, [409, { code: 'item_closed', message: 'Closed.' }]);
  await sendIt();
  await expect.element(page.getByText("This is what you wrote. It wasn't sent.")).toBeVisible();
  await expect.element(firstName()).toHaveValue('Jane');
  await page.getByRole('button', { name: 'Delete what I wrote' }).click();
  await expect.element(firstName()).not.toBeInTheDocument();
  expect(sessionStorage).toHaveLength(0);
});

test('on a narrow phone nothing is wider than the screen', async () => {
  await page.viewport(320, 800);
  correctionServer('first_name', 'last_name', 'birth_date', 'address_line_1', 'country', 'phone_home', 'sat_taken');
  await draw();
  await expect.element(firstName()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});
