import { completeAnswers } from '@firstyear/freshman/testing';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { newApplicant, saveAnswers } from './support/applicant.ts';
import { findCutOffTexts, findOverflow, findSmallTargets } from './support/measure.ts';
import { fillSignIn, newColleague } from './support/office.ts';
import { form, newAddress } from './support/product.ts';
import { findViolations } from './support/violations.ts';

/** Somebody who has just submitted, under a family name that nobody else has. */
async function submitAs(browser: Browser, familyName: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const username = newAddress('ada');
  await newApplicant(page, username);
  const answers = completeAnswers(form, { email_address: username, first_name: 'María', last_name: familyName });
  await saveAnswers(page, answers);
  await page.goto('/final-steps');
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page).toHaveURL(/\/completion$/);
  await context.close();
}

const rows = (page: Page) => page.getByRole('table').getByRole('row');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });

async function find(page: Page, text: string): Promise<void> {
  await search(page).fill(text);
  await search(page).press('Enter');
  await expect(page).toHaveURL(/[?&]q=/);
}

test('a director comes in, finds an application by half a name, reads it, notes, labels, and comes back where they were', async ({
  page,
  browser,
}) => {
  const name = `Quillfeather${newAddress().replaceAll(/\D/g, '')}`;
  await submitAs(browser, name);
  const colleague = await newColleague(page, 'director');

  await find(page, name.slice(0, -1));
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  const address = page.url();
  await page.getByRole('link', { name: `${name}, María` }).click();
  await expect(page.getByRole('heading', { name: `${name}, María` })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Education' })).toBeVisible();
  await expect(page.getByText('1 of 1')).toBeVisible();

  const note = page.getByLabel('New note');
  await expect(note).toHaveAccessibleDescription('The applicant may ask to read this.');
  await note.fill('Called about the transcript.');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Called about the transcript.' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Add a label' }).fill('first-gen');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove the label first-gen' })).toBeVisible();

  await page.getByRole('button', { name: 'Mark as looked at' }).click();
  await expect(page.getByText('✓ Looked at')).toBeVisible();

  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(new RegExp(`q=${name.slice(0, -1)}`));
  await expect(rows(page).nth(1)).toContainText('first-gen');

  // Signed out elsewhere: the same address is there again after signing in.
  await page.context().clearCookies();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await fillSignIn(page, colleague);
  await expect(page).toHaveURL(address);
  await expect(rows(page)).toHaveCount(2);
});

test('a sealed answer is masked, and opened with a reason that the history keeps', async ({ page, browser }) => {
  const name = `Sealwright${newAddress().replaceAll(/\D/g, '')}`;
  await submitAs(browser, name);
  await newColleague(page, 'director');
  await find(page, name);
  await page.getByRole('link', { name: `${name}, María` }).click();
  const sealed = page.getByRole('region', { name: 'Sealed answers' });
  await expect(sealed).toContainText('•');
  await sealed.getByRole('button', { name: 'Open…' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Asked for by the international office.');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(sealed.getByRole('button', { name: 'Hide' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Asked for by the international office.');
});

test('a list is gone through by keyboard, and single keys can be turned off', async ({ page, browser }) => {
  const name = `Keywell${newAddress().replaceAll(/\D/g, '')}`;
  await submitAs(browser, name);
  await newColleague(page, 'reader');
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: `${name}, María` });
  await expect(link).toBeVisible();
  await search(page).blur();
  await page.keyboard.press('j');
  await expect(link).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off single keys' }).click();
  await page.keyboard.press('/');
  await expect(search(page)).not.toBeFocused();
  await link.press('Enter');
  await expect(page.getByRole('heading', { name: `${name}, María` })).toBeFocused();
});

test('each role is shown what it may open, and nothing else', async ({ browser }) => {
  const OPENS = {
    reader: ['Applications'],
    clerk: ['Applications'],
    director: ['Applications', 'Exports', 'Numbers', 'Audit trail', 'Staff'],
    auditor: ['Applications', 'Numbers', 'Audit trail'],
  } as const;
  for (const role of ['reader', 'clerk', 'director', 'auditor'] as const) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await newColleague(page, role);
    const links = page.getByRole('navigation', { name: 'Office' }).getByRole('link');
    await expect(links).toHaveText([...OPENS[role]]);
    await context.close();
  }
});

test('who is nobody, and who is an applicant, is led to the sign-in page', async ({ page }) => {
  await page.goto('/office/applications?view=to-read');
  await expect(page).toHaveURL(/\/office\/sign-in\?to=/);
  await newApplicant(page, newAddress('ada'));
  await page.goto('/office/numbers');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  const reply = await page.request.get('/office/api/applications');
  expect(reply.status()).toBe(401);
});

test('the pages of the office are accessible, from a phone to a wide window', async ({ page, browser }) => {
  const name = `Axewood${newAddress().replaceAll(/\D/g, '')}`;
  await submitAs(browser, name);
  await newColleague(page, 'director');
  const states: readonly (readonly [name: string, open: () => Promise<void>])[] = [
    ['list', () => find(page, name)],
    [
      'nothing found',
      async () => {
        await find(page, 'Qqxz nobody');
        await expect(page.getByRole('heading', { name: 'Nothing found.' })).toBeVisible();
      },
    ],
    [
      'one application',
      async () => {
        await find(page, name);
        await page.getByRole('link', { name: `${name}, María` }).click();
        await expect(page.getByRole('heading', { name: 'Your Education' })).toBeVisible();
      },
    ],
    [
      'exports',
      async () => {
        await page.getByRole('link', { name: 'Exports' }).click();
        await expect(page.getByRole('heading', { name: 'New export' })).toBeVisible();
      },
    ],
    [
      'numbers',
      async () => {
        await page.getByRole('link', { name: 'Numbers' }).click();
        await expect(page.getByRole('heading', { name: 'By day' })).toBeVisible();
      },
    ],
    [
      'audit trail',
      async () => {
        await page.getByRole('link', { name: 'Audit trail' }).click();
        await expect(page.getByRole('columnheader', { name: 'Who' })).toBeVisible();
      },
    ],
    [
      'staff',
      async () => {
        await page.getByRole('link', { name: 'Staff' }).click();
        await expect(page.getByRole('columnheader', { name: 'Role' })).toBeVisible();
      },
    ],
    [
      'adding somebody',
      async () => {
        await page.getByRole('button', { name: 'Add somebody' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
      },
    ],
  ];
  for (const [state, open] of states) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open();
    expect.soft(await findViolations(page), state).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect.soft(await findOverflow(page), state).toEqual([]);
    expect.soft(await findCutOffTexts(page), state).toEqual([]);
    expect.soft(await findSmallTargets(page), state).toEqual([]);
  }
});
