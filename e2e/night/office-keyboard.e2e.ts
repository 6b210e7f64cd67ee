import { expect, type Locator, type Page, test } from '@playwright/test';
import { DRAFT, type FilledOffice, fillOffice, REOPENED } from '../support/filled-office.ts';
import { readFocus, tabTo, tabToField } from '../support/keyboard.ts';
import { type OfficeRole, setUpColleague } from '../support/office.ts';
import { button, heading, openList, openOne, see } from '../support/office-screen.ts';
import { newAddress, PASSWORD } from '../support/product.ts';

// In order: they share an office, which takes a while to fill.
test.describe.configure({ mode: 'default' });

let office: FilledOffice;
test.beforeAll(async ({ browser }) => {
  office = await fillOffice(browser);
});

async function pageOf(role: OfficeRole, width = 1280): Promise<Page> {
  const context = await office.contextOf(role, { viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  return context.newPage();
}

const SKIP = 'Skip to the content';

/** Presses a control by keyboard alone. */
async function press(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await target.press(key);
}

/** Checks that Tab stays in the open dialog, and that Escape closes it and returns the focus to its opener. */
async function escapeFrom(page: Page, opener: Locator): Promise<void> {
  const dialog = page.locator('dialog[open]');
  await expect(dialog).toBeVisible();
  const isInside = () =>
    dialog.evaluate((one) => one.contains(document.activeElement) || document.activeElement === document.body);
  for (let stops = 0; stops < 12; stops += 1) {
    expect(await isInside()).toBe(true);
    await page.keyboard.press(stops < 8 ? 'Tab' : 'Shift+Tab');
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

const PAGES: readonly (readonly [string, OfficeRole, (page: Page) => Promise<unknown>])[] = [
  ['the list', 'director', (page) => openList(page, office, '&residence=out_of_state')],
  ['an application', 'director', (page) => openOne(page, office, 'Examplewood')],
  ['a draft', 'clerk', (page) => openOne(page, office, DRAFT)],
  ['the exports', 'director', (page) => page.goto('/office/exports')],
  ['the numbers', 'auditor', (page) => page.goto('/office/numbers')],
  ['the changes of the form', 'reader', (page) => page.goto('/office/form')],
  ['the audit trail', 'auditor', (page) => page.goto('/office/audit?to=2001-01-01')],
  ['the staff', 'director', (page) => page.goto('/office/staff')],
];
for (const width of [1280, 360]) {
  for (const [name, role, open] of PAGES) {
    test(`Tab goes through ${name} at ${width} px from the skip link to the end, and the focus is always visible`, async () => {
      const page = await pageOf(role, width);
      await open(page);
      await heading(page, /./);
      await expect(page.getByText('Loading')).toHaveCount(0);
      await page.getByRole('link', { name: SKIP }).focus();
      const focusable = await page
        .locator('main :is(a[href], button, input, select, textarea, summary):visible')
        .count();
      const stops: string[] = [];
      await tabTo(page, 'the end', ({ text }) => {
        stops.push(text);
        return text === 'nothing' || text === SKIP;
      });
      expect(stops.length).toBeGreaterThanOrEqual(focusable);
      await page.context().close();
    });
  }
}

test('signing in by keyboard leads to the missing field, and then to the requested page', async ({ browser }) => {
  const page = await browser.newPage();
  const colleague = await setUpColleague(page, 'clerk');
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeFocused();
  await page.goto('/office/applications?view=drafts');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeFocused();
  await tabToField(page, 'email');
  await page.keyboard.type(colleague.email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await tabToField(page, 'code');
  await page.keyboard.type(colleague.recoveryCodes.shift() ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=drafts/);
  await expect(page.getByRole('heading', { name: 'Applications', exact: true })).toBeFocused();
  await page.close();
});

test('in the list, a control that disappears when pressed moves the focus on, and dialogs return it', async () => {
  const page = await pageOf('director');
  await openList(page, office);
  const columns = button(page, 'Columns');
  await press(columns);
  await expect(page.getByRole('checkbox', { name: 'Email' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(columns).toBeFocused();

  const save = button(page, 'Save this view');
  await press(save);
  await page.getByRole('dialog').getByLabel('Name').press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await see(page, 'Please give it a name.');
  await escapeFrom(page, save);
  await press(save);
  await page.getByRole('dialog').getByLabel('Name').fill('Mine to keep');
  await page.keyboard.press('Enter');
  await press(button(page, 'Delete the view “Mine to keep”'));
  await expect(button(page, 'Delete the view “Mine to keep”')).toHaveCount(0);
  expect((await readFocus(page)).text).not.toBe('nothing');

  await press(page.getByRole('checkbox', { name: /^Select Examplewood/ }), 'Space');
  await press(button(page, 'Label…'));
  const dialog = page.getByRole('dialog');
  await press(dialog.getByRole('button', { name: 'See what will happen' }));
  await expect(dialog.getByLabel('Label')).toBeFocused();
  await page.keyboard.type('by-keyboard');
  await press(dialog.getByRole('button', { name: 'See what will happen' }));
  const statement = dialog.getByText('This will label 1 application “by-keyboard”.');
  await expect(statement).toBeFocused();
  await press(dialog.getByRole('button', { name: 'Back' }));
  await expect(dialog.getByLabel('Label')).toBeFocused();
  await escapeFrom(page, button(page, 'Label…'));
  await press(button(page, 'Clear the selection'));
  await expect(button(page, 'Clear the selection')).toHaveCount(0);
  expect((await readFocus(page)).text).not.toBe('nothing');

  await press(page.getByRole('link', { name: 'Mine', exact: false }).first());
  await press(page.getByRole('searchbox', { name: 'Search' }), '/');
  await page.goto('/office/applications?q=qqxznobody&view=to-read');
  await press(button(page, 'Search all applications'));
  await expect(page).toHaveURL(/view=all/);
  expect((await readFocus(page)).text).not.toBe('nothing');
  await page.context().close();
});

test('in an application, a control that disappears when pressed moves the focus on, and dialogs return it', async () => {
  const page = await pageOf('director');
  await openOne(page, office, 'Examplewood');
  const sealed = page.getByRole('region', { name: 'Sealed answers' });
  const open = sealed.getByRole('button', { name: 'Open…' }).first();
  await press(open);
  await escapeFrom(page, open);
  await press(open);
  const dialog = page.getByRole('dialog');
  await press(dialog.getByRole('button', { name: 'Open', exact: true }));
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('For the international office.');
  await press(dialog.getByRole('button', { name: 'Open', exact: true }));
  await expect(sealed.getByRole('button', { name: 'Hide' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(open).toBeFocused();

  await press(button(page, 'Mark as looked at'));
  await expect(page.getByText('✓ Looked at')).toBeFocused();

  const label = page.getByRole('combobox', { name: 'Add a label' });
  for (const text of ['one', 'two']) {
    await label.fill(text);
    await label.press('Enter');
    await expect(button(page, `Remove the label ${text}`)).toBeVisible();
  }
  await press(button(page, 'Remove the label one'));
  await expect(button(page, 'Remove the label two')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(label).toBeFocused();

  await page.getByLabel('New note').fill('A note by keyboard.');
  await press(button(page, 'Done'));
  await expect(page.getByLabel('New note')).toBeFocused();
  await expect(page.getByLabel('New note')).toHaveValue('');
  await expect(page.getByText('A note by keyboard.')).toHaveCount(1);
  await press(button(page, 'Edit'));
  await expect(page.getByLabel('Edit')).toBeFocused();
  await press(button(page, 'Done').first());
  await expect(button(page, 'Edit')).toBeFocused();

  const more = button(page, 'More');
  for (const act of ['Reopen…', 'Withdraw…']) {
    await press(more);
    await press(button(page, act));
    await escapeFrom(page, more);
  }
  await press(more);
  await press(button(page, 'Withdraw…'));
  await dialog.getByLabel('Reason').fill('Asked by phone.');
  await press(dialog.getByRole('button', { name: 'Withdraw' }));
  await expect(dialog).toHaveCount(0);
  await expect(more).toBeFocused();
  await press(more);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.context().close();
});

test('the deadline of a draft is extended by keyboard, and reset', async () => {
  const page = await pageOf('clerk');
  await openOne(page, office, DRAFT);
  const more = button(page, 'More');
  await press(more);
  await press(button(page, 'Extend the deadline…'));
  const dialog = page.getByRole('dialog');
  await press(dialog.getByRole('button', { name: 'Extend' }));
  await expect(dialog.getByLabel('Until')).toBeFocused();
  await page.keyboard.press('Escape');
  await press(more);
  await press(button(page, 'Take the extension back…'));
  await dialog.getByLabel('Reason').fill('It was a mistake.');
  await press(dialog.getByRole('button', { name: 'Take it back' }));
  await expect(more).toBeFocused();
  await openOne(page, office, REOPENED);
  await expect(page.locator('#earlier summary')).toBeVisible();
  await press(page.locator('#earlier summary'));
  await expect(page.locator('#earlier h3').first()).toBeVisible();
  await page.context().close();
});

test('on the staff page, one dialog leads to the next, and a removed row moves the focus on', async () => {
  const page = await pageOf('director');
  await page.goto('/office/staff');
  const add = button(page, 'Add somebody');
  await press(add);
  const dialog = page.getByRole('dialog');
  await press(dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Grace Keyboard');
  const email = newAddress('grace.keyboard');
  await dialog.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Link for Grace Keyboard' })).toBeVisible();
  await escapeFrom(page, add);
  const row = page.getByRole('row').filter({ hasText: email });
  await press(row.getByRole('button', { name: 'Change' }));
  await escapeFrom(page, row.getByRole('button', { name: 'Change' }));
  await press(row.getByRole('button', { name: 'Remove' }));
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }));
  await expect(row).toHaveCount(0);
  expect((await readFocus(page)).text).not.toBe('nothing');
  await page.context().close();
});

test('an export is started by keyboard, and a day of the audit trail is chosen without losing the focus', async () => {
  const page = await pageOf('director');
  await page.goto('/office/exports');
  await press(button(page, 'Start the export'));
  await expect(page.getByLabel('What is it for?')).toBeFocused();
  await page.goto('/office/audit');
  await page.getByLabel('From').fill('2026-01-01');
  await page.getByLabel('From').press('Enter');
  await expect(page).toHaveURL(/from=2026-01-01/);
  await expect(page.getByLabel('From')).toBeFocused();
  await page.context().close();
});
