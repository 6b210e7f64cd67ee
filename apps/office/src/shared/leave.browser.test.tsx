import * as desk from '@firstyear/api-contract/desk';
import { currentToasts } from '@firstyear/ui/toast-store.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, APPLICATION, answerTo, drawOffice, ME } from '../app/draw-office.testing.tsx';
import { SELECTION_KEY } from './kept.ts';
import { PERSON_KEY } from './queries.ts';

const ways = answerTo(desk.signInWays, () => ({ university: 'Larkmoor', has_provider: true }));
const application = answerTo(desk.officeApplication, () => APPLICATION);
/** Where the next sign-in leads. */
const target = () => {
  const link = page.getByRole('link', { name: 'Sign in with your university account' }).query();
  return link && new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('to');
};
const ended: Answer = ({ to }) =>
  to.endsWith('/looked-at') ? Response.json({ message: 'Sign in first.' }, { status: 401 }) : undefined;

test('who signs out leaves no selection behind, and the next sign-in begins at the list', async () => {
  await drawOffice('/applications/ada', ways, application);
  sessionStorage.setItem(SELECTION_KEY, 'q=Ada\nada');
  await page.getByRole('button', { name: ME.name }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(target).toBe('/office/applications');
  await expect.element(page.getByText(/^You are signed out here. Your university account/)).toBeVisible();
  expect(sessionStorage.getItem(SELECTION_KEY)).toBeNull();
  expect(localStorage.getItem(PERSON_KEY)).toBeNull();
});

test('a session that ends during an act leads back to the page and its selection, without a message of its own', async () => {
  await drawOffice('/applications/ada', ended, ways, application);
  sessionStorage.setItem(SELECTION_KEY, 'q=Ada\nada');
  await page.getByRole('button', { name: 'Mark as looked at' }).click();
  await expect.poll(target).toBe('/office/applications/ada');
  await expect.element(page.getByText(/^You've been signed out/)).toBeVisible();
  expect(sessionStorage.getItem(SELECTION_KEY)).toBe('q=Ada\nada');
  expect(localStorage.getItem(PERSON_KEY)).toBeNull();
  expect(currentToasts()).toEqual([]);
});

test('the end of a session does not sign out somebody else who has signed in since', async () => {
  await drawOffice('/applications/ada', ended, ways, application);
  await page.getByRole('button', { name: 'Mark as looked at' }).click({ trial: true });
  localStorage.setItem(PERSON_KEY, 'omar');
  await page.getByRole('button', { name: 'Mark as looked at' }).click();
  await expect.poll(target).toBe('/office/applications/ada');
  expect(localStorage.getItem(PERSON_KEY)).toBe('omar');
});
