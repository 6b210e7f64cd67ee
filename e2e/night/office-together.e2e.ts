import { addStaff, staffList, startMany } from '@firstyear/api-contract/desk';
import { expect, type Route, test } from '@playwright/test';
import { loseResponse } from '../support/call.ts';
import {
  fillSignIn,
  newColleague,
  newFamilyName,
  openApplication,
  setUpColleague,
  submitAs,
} from '../support/office.ts';
import { newAddress } from '../support/product.ts';

test('a download after the end of the session leads to the sign-in page, and is there after signing in again', async ({
  page,
}) => {
  const director = await newColleague(page, 'director');
  await page.goto('/office/exports');
  await page.getByLabel('Format', { exact: true }).selectOption('machine_csv');
  await page.getByLabel('What is it for?').fill('For the download.');
  await page.getByRole('button', { name: 'Start the export' }).click();
  const link = page.getByRole('row', { name: /For the download\./ }).getByRole('link', { name: 'Download' });
  await expect(link).toBeVisible();
  await page.context().clearCookies();
  await link.click();
  await fillSignIn(page, director);
  await expect(link).toBeVisible();
  await expect(page.getByText('Your session has ended.')).toBeHidden();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(await download.failure()).toBeNull();
});

test('an act on many that is changed after its response was lost is another act', async ({ page, browser }) => {
  const name = newFamilyName('Lostwell');
  await submitAs(browser, name);
  await newColleague(page, 'clerk');
  await page.goto(`/office/applications?${new URLSearchParams({ q: name })}`);
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Label…', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const label = dialog.getByLabel('Label');
  await label.fill('first-label');
  await loseResponse(page, startMany.path);
  await dialog.getByRole('button', { name: 'See what will happen' }).click();
  await dialog.getByRole('button', { name: 'Add the label' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await label.fill('second-label');
  await dialog.getByRole('button', { name: 'See what will happen' }).click();
  await dialog.getByRole('button', { name: 'Add the label' }).click();
  await expect(dialog.getByText('Done: 1 application was changed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  for (const added of ['first-label', 'second-label']) await expect(row).toContainText(added);
});

test('the address of a saved view shows a colleague the same list', async ({ page, browser }) => {
  const name = newFamilyName('Viewwell');
  await submitAs(browser, name);
  const other = await browser.newPage();
  await newColleague(other, 'reader');
  await newColleague(page, 'reader');
  await page.goto(`/office/applications?${new URLSearchParams({ q: name, view: 'to-read' })}`);
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('To send');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = page.getByRole('link', { name: /^To send/ });
  await expect(saved).toBeVisible();
  await page.goto('/office/applications');
  await saved.click();
  await expect(saved).toHaveAttribute('aria-current', /./);
  await other.goto(page.url());
  for (const shown of [page, other]) await expect(shown.getByRole('link', { name: `${name}, María` })).toBeVisible();
  await other.close();
});

test('when somebody else signs in to the office in this browser, its other tabs are theirs, and no note changes hands', async ({
  page,
  browser,
}) => {
  const name = newFamilyName('Tabwell');
  await submitAs(browser, name);
  const context = await browser.newContext();
  const bob = await setUpColleague(await context.newPage(), 'reader');
  await context.close();
  const ada = await newColleague(page, 'director');
  await openApplication(page, name);
  await page.route('**/notes', (route) => route.abort());
  await page.getByLabel('New note').fill('Half a note of Ada.');
  await expect(page.getByText('Not saved')).toBeVisible();

  const tab = await page.context().newPage();
  await tab.goto('/office/applications');
  await tab.getByRole('button', { name: ada.name }).click();
  await tab.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  // Not before: a retry would save the note while it is still Ada's session.
  await page.unroute('**/notes');
  await fillSignIn(tab, bob);
  await expect(tab.getByRole('button', { name: bob.name })).toBeVisible();
  await page.goto('/office/applications');
  await openApplication(page, name);
  await expect(page.getByRole('button', { name: bob.name })).toBeVisible();
  await expect(page.getByText('Half a note of Ada.')).toBeHidden();
});

test('a new colleague is listed at once, even while the list first loads, and can be chosen wherever applications are assigned', async ({
  page,
}) => {
  await newColleague(page, 'director');
  const name = newFamilyName('Newwell');
  const assigned = page.getByLabel('Assigned');
  await expect(assigned.getByRole('option', { name: 'Nobody' })).toBeAttached();
  const [loaded, added] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holdList = async (route: Route) => {
    const response = await route.fetch();
    loaded.resolve();
    await added.promise;
    await route.fulfill({ response });
  };
  await page.route(`**${staffList.path}`, holdList, { times: 1 });
  await page.getByRole('link', { name: 'Staff' }).click();
  await loaded.promise;
  await page.getByRole('button', { name: 'Add somebody' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Email').fill(newAddress('new.colleague'));
  const response = page.waitForResponse((answer) => answer.request().method() === addStaff.method);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await response;
  added.resolve();
  await expect(dialog.locator('code')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('rowheader', { name })).toBeVisible();
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(assigned.getByRole('option', { name })).toBeAttached();
});

test('without a connection, an act says so at once, the page stays, and nothing is done later', async ({
  page,
  context,
  browser,
}) => {
  const name = newFamilyName('Offline');
  await submitAs(browser, name);
  await newColleague(page, 'clerk');
  await openApplication(page, name);
  const assigned = page.getByLabel('Assigned to');
  await context.setOffline(true);
  await assigned.selectOption({ index: 1 });
  const notice = "We can't reach the server right now. Please check your connection and try again.";
  await expect(page.getByText(notice, { exact: true })).toBeVisible();
  await expect(assigned).toHaveValue('');
  await context.setOffline(false);
  await page.reload();
  await expect(assigned).toHaveValue('');
});
