import { expect, type Page, test } from '@playwright/test';
import { fillSignIn, newColleague, newFamilyName, openApplication, submitAs } from './support/office.ts';

const rows = (page: Page) => page.getByRole('table').getByRole('row');

test('a director signs in, finds an application by half a name, reads, notes and labels it, and returns to the same place', async ({
  page,
  browser,
}) => {
  const name = newFamilyName('Quillfeather');
  await submitAs(browser, name);
  const colleague = await newColleague(page, 'director');

  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill(name.slice(0, -1));
  await search.press('Enter');
  await expect(page).toHaveURL(/[?&]q=/);
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

  // After a sign-out elsewhere, signing in leads back to the same address.
  await page.context().clearCookies();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await fillSignIn(page, colleague);
  await expect(page).toHaveURL(address);
  await expect(rows(page)).toHaveCount(2);
});

test('a note that was changed on another device is never overwritten: both texts are shown, and the writer decides', async ({
  page,
  browser,
}) => {
  const name = newFamilyName('Notewell');
  await submitAs(browser, name);
  await newColleague(page, 'clerk');
  await openApplication(page, name);
  const notes = page.getByRole('region', { name: 'Notes' });
  const note = page.getByLabel('New note');
  await note.fill('Called.');
  await expect(page.getByText(/^Saved at/)).toBeVisible();

  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const device = await context.newPage();
  await device.goto(page.url());
  const change = async (before: string, after: string) => {
    const changed = device.getByRole('listitem').filter({ hasText: before });
    await changed.getByRole('button', { name: 'Edit' }).click();
    await device.getByLabel('Edit').fill(after);
    await device.getByRole('button', { name: 'Done' }).first().click();
    await expect(device.getByRole('listitem').filter({ hasText: after })).toBeVisible();
  };

  // The note is still in the field for new ones here.
  await change('Called.', 'Called the counselor.');
  await note.fill('Called twice.');
  await expect(notes.getByRole('alert')).toContainText('Called the counselor.');
  await notes.getByRole('button', { name: 'Keep mine' }).click();
  await expect(notes.getByRole('alert')).toBeHidden();
  await notes.getByRole('button', { name: 'Done' }).click();
  const stored = page.getByRole('listitem').filter({ hasText: 'Called twice.' });
  await expect(stored).toBeVisible();

  await stored.getByRole('button', { name: 'Edit' }).click();
  await device.reload();
  await change('Called twice.', 'Called three times.');
  await page.getByLabel('Edit').fill('Called again.');
  await expect(notes.getByRole('alert')).toContainText('Called three times.');
  await notes.getByRole('button', { name: 'Use the newer text' }).click();
  await expect(page.getByLabel('Edit')).toHaveValue('Called three times.');
  await context.close();
});

test('nothing that was opened or typed at one application is on the screen at the next', async ({ page, browser }) => {
  const name = newFamilyName('Nextwell');
  await submitAs(browser, `${name}a`);
  await submitAs(browser, `${name}b`);
  await newColleague(page, 'director');
  await page.goto(`/office/applications?${new URLSearchParams({ q: name, sort: 'name' })}`);
  const heading = (end: string) => page.getByRole('heading', { name: `${name}${end}, María` });
  await page.getByRole('link', { name: `${name}b, María` }).click();
  await expect(heading('b')).toBeVisible();
  await page.getByRole('link', { name: 'Previous application' }).click();
  await expect(heading('a')).toBeVisible();
  const sealed = page.getByRole('region', { name: 'Sealed answers' });
  await sealed.getByRole('button', { name: 'Open…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Asked for by the international office.');
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(sealed.getByRole('button', { name: 'Hide' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Add a label' }).fill('half a label');
  // Loaded already, so it is there at once.
  await page.getByRole('link', { name: 'Next application' }).click();
  await expect(heading('b')).toBeVisible();
  await expect(sealed.getByRole('button', { name: 'Hide' })).toBeHidden();
  await expect(sealed).toContainText('•');
  await expect(page.getByRole('combobox', { name: 'Add a label' })).toHaveValue('');
});

test('each role sees only the pages it may open', async ({ browser }) => {
  const OPENS = {
    reader: ['Applications', 'Form'],
    clerk: ['Applications', 'Form'],
    director: ['Applications', 'Exports', 'Numbers', 'Form', 'Audit trail', 'Staff'],
    auditor: ['Applications', 'Numbers', 'Form', 'Audit trail'],
  } as const;
  for (const role of ['reader', 'clerk', 'director', 'auditor'] as const) {
    const page = await browser.newPage();
    await newColleague(page, role);
    const links = page.getByRole('navigation', { name: 'Office' }).getByRole('link');
    await expect(links).toHaveText([...OPENS[role]]);
    if (role === 'auditor') {
      for (const [path, name] of [
        ['exports', 'Start the export'],
        ['staff', 'Add somebody'],
      ] as const) {
        await page.goto(`/office/${path}`);
        await expect(page.getByText('Your role is not allowed to see this page.')).toBeVisible();
        await expect(page.getByRole('button', { name })).toBeHidden();
      }
      await page.goto('/office/numbers?term=spring_1999');
      await expect(page.getByRole('combobox', { name: 'Term' })).toHaveValue('spring_1999');
    }
    await page.close();
  }
});
