import { expect, test } from '@playwright/test';
import { form, partner } from './support/product.ts';
import { account, appArrived, callsOf, carriedAnswers, menu } from './support/shell.ts';

const STEPS = [
  ['/about', 'Your Information', ['Save and Continue']],
  ['/education', 'Your Education', ['Save and Continue', 'Previous']],
  ['/final-steps', 'Submit', ['Submit Application', 'Previous']],
] as const;

test.describe('a visitor', () => {
  test('[ROUTE-02, ROUTE-13, REDIR-02] reaches the default route from anywhere, with the query string', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/about$/);
    await page.goto('/nope?token=abc');
    await expect(page).toHaveURL(/\/about\?token=abc$/);
    await page.goto('/completion');
    await expect(page).toHaveURL(/\/about$/);
  });

  test('[ROUTE-01, ROUTE-03, ROUTE-04] finds the three pages at their addresses, each marked as current', async ({
    page,
  }) => {
    for (const [path, label] of STEPS) {
      await page.goto(path);
      await expect(menu(page).getByRole('link')).toHaveText(STEPS.map(([, text]) => new RegExp(text)));
      await expect(menu(page).locator('[aria-current=page]')).toContainText(label);
    }
  });

  test('[LAYOUT-08, CONST-11] finds three steps that are links, of which the current one looks different', async ({
    page,
  }) => {
    for (const [path] of STEPS) {
      await page.goto(path);
      const items = menu(page).getByRole('link');
      await expect(items).toHaveCount(3);
      expect(await items.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
        STEPS.map(([to]) => to),
      );
      const looks = await items.evaluateAll((links) =>
        links.map((link) => [link.hasAttribute('aria-current'), getComputedStyle(link).color] as const),
      );
      const [active] = looks.filter(([isHere]) => isHere);
      for (const [isHere, color] of looks) expect(color === active?.[1]).toBe(isHere);
    }
  });

  test('[LAYOUT-14, LAYOUT-15, ROLE-09] finds only the buttons of each page, and no call is made', async ({ page }) => {
    const calls = callsOf(page);
    for (const [path, , buttons] of STEPS) {
      await page.goto(path);
      await expect(menu(page)).toBeVisible();
      const all = ['Save and Continue', 'Previous', 'Submit Application'];
      for (const name of all) {
        const isHere = buttons.some((button) => button === name);
        await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toHaveCount(isHere ? 1 : 0);
      }
      await expect(page.getByRole('button', { name: 'Add Another' })).toHaveCount(0);
    }
    const previous = page.getByRole('button', { name: 'Previous' });
    await previous.click();
    await expect(page).toHaveURL(/\/education$/);
    await previous.click();
    await expect(page).toHaveURL(/\/about$/);
    expect(calls).toEqual([]);
  });

  test('[ROLE-01, ROLE-03, DOC-08] fills in fields in this browser only, and reads at document questions that they need an account', async ({
    page,
  }) => {
    const calls = callsOf(page);
    await page.goto('/education');
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.locator('#employment')).toBeVisible();
    for (const { tabs } of form.tabGroups.values()) {
      await expect(page.getByRole('heading', { name: String(tabs[1]?.label), exact: true })).toBeVisible();
    }
    await expect(page.getByText('This question can be finished once you have created an account.')).toBeVisible();
    await page.locator('#employment').fill('Casey');
    await expect(page.locator('#employment')).toHaveValue('Casey');
    await expect(page.locator('input[type=file]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page).toHaveURL(/\/about$/);
    await page.reload();
    await page.goto('/education');
    await expect(page.locator('#employment')).toHaveValue('Casey');
    expect(calls).toEqual([]);
  });

  test('[LAYOUT-02, LAYOUT-04, LAYOUT-05] opens and closes the account popover, and takes the answers to both cards', async ({
    page,
  }) => {
    await page.goto('/about');
    await page.locator('#first_name').fill('Ada');
    for (const [name, path] of [
      ['Sign In', '/login'],
      ['Create Account', '/signup'],
    ] as const) {
      await account(page).click();
      const popover = page.getByRole('region', { name: 'Account' });
      await expect(popover.getByRole('button')).toHaveText(['', 'Sign In', 'Create Account']);
      await popover.getByRole('button', { name: 'Close' }).click();
      await expect(popover).toHaveCount(0);
      await expect(account(page)).toBeFocused();
      await account(page).click();
      await popover.getByRole('button', { name }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      expect(await carriedAnswers(page)).toEqual({ first_name: 'Ada' });
      await page.goBack();
      await expect(page.locator('#first_name')).toHaveValue('Ada');
    }
  });

  test('[LAYOUT-09] opens pages from the menu without leaving a trace in the history', async ({ page }) => {
    await page.goto('/about');
    const length = await page.evaluate(() => history.length);
    await menu(page).getByRole('link', { name: 'Your Education' }).click();
    await expect(page).toHaveURL(/\/education$/);
    await menu(page).getByRole('link', { name: 'Your Information' }).click();
    await expect(page).toHaveURL(/\/about$/);
    expect(await page.evaluate(() => history.length)).toBe(length);
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
  });

  test('[LAYOUT-10, ROLE-02, ROUTE-08] is sent to sign-up by the menu once something is entered', async ({ page }) => {
    await page.goto('/about');
    await page.locator('#first_name').fill('Ada');
    await menu(page).getByRole('link', { name: 'Your Education' }).click();
    await expect(page).toHaveURL(/\/signup$/);
    expect(await carriedAnswers(page)).toEqual({ first_name: 'Ada' });
  });

  test('[LAYOUT-28, CONST-17] finds help in the footer, with an address, a PDF reader and a phone', async ({
    page,
  }) => {
    await page.goto('/about');
    const help = page.getByRole('button', { name: 'Help', exact: true });
    await help.click();
    const dialog = page.getByRole('dialog', { name: 'Technical Help' });
    await expect(dialog.getByRole('link', { name: partner.help_email })).toHaveAttribute(
      'href',
      `mailto:${partner.help_email}`,
    );
    await expect(dialog.getByRole('link', { name: /Adobe/ })).toHaveAttribute('href', /adobe\.com/);
    await expect(dialog).toContainText(partner.phone);
    expect(await dialog.evaluate((element) => getComputedStyle(element).maxWidth)).toContain('600px');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(help).toBeFocused();
  });

  test('[LAYOUT-29, LAYOUT-31] finds privacy and cookies in the footer, closed by button and Escape', async ({
    page,
  }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Privacy', exact: true }).click();
    const privacy = page.getByRole('dialog', { name: 'Privacy Policy and Cookie Notice' });
    for (const heading of ['Cookies', 'How to control cookies']) {
      await expect(privacy.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    }
    for (const browser of ['Google Chrome', 'Mozilla Firefox', 'Apple Safari', 'Microsoft Edge']) {
      await expect(privacy.getByRole('link', { name: `${browser} (opens in a new tab)` })).toHaveAttribute(
        'href',
        /^https:/,
      );
    }
    await page.keyboard.press('Escape');
    await expect(privacy).toHaveCount(0);
    await page.getByRole('button', { name: 'Privacy', exact: true }).click();
    await expect(privacy).toContainText(partner.privacy[0] ?? 'no text');
    await privacy.getByRole('button', { name: 'Close' }).click();
    await expect(privacy).toHaveCount(0);
    await page.goto('/privacy');
    await expect(page.getByRole('main')).toContainText(partner.privacy[0] ?? 'no text');
    await page.goto('/accessibility');
    await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible();
  });

  test('[CONST-18, CONST-19] sees at most 900 px of content, and the layout changes at 675 and 900 px', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.goto('/about');
    const form = await page.locator('form').boundingBox();
    expect(form?.width).toBe(900);
    const number = menu(page).getByText('1', { exact: true });
    await page.setViewportSize({ width: 676, height: 900 });
    await expect(number).toBeVisible();
    await page.setViewportSize({ width: 675, height: 900 });
    await expect(number).toBeHidden();
    const modals = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      return page.evaluate(() =>
        ['--modal-xs', '--modal-s', '--modal-m', '--modal-max'].map((name) =>
          getComputedStyle(document.documentElement).getPropertyValue(name),
        ),
      );
    };
    expect(await modals(901)).toEqual(['30rem', '60rem', '80vw', '37.5rem']);
    expect(await modals(900)).toEqual(['30rem', '70vw', '90vw', '37.5rem']);
  });

  test('[CONST-12] rests the mouse on the account for 200 ms to open it, and it closes 150 ms after leaving', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/about');
    await appArrived(page);
    const popover = page.getByRole('region', { name: 'Account' });
    await expect(menu(page)).toBeVisible();
    // From here on, only runFor advances the clock.
    await page.clock.pauseAt(Date.now() + 60_000);
    await account(page).hover();
    await page.clock.runFor(190);
    await expect(popover).toHaveCount(0);
    await page.clock.runFor(10);
    await expect(popover).toBeVisible();
    await page.mouse.move(5, 500);
    await page.clock.runFor(140);
    await expect(popover).toBeVisible();
    await page.clock.runFor(10);
    await expect(popover).toHaveCount(0);
    // Within 300 ms it opens again at once; later it waits again.
    await page.clock.runFor(290);
    await account(page).hover();
    await page.clock.runFor(1);
    await expect(popover).toBeVisible();
    await page.mouse.move(5, 500);
    await page.clock.runFor(150);
    await expect(popover).toHaveCount(0);
    await page.clock.runFor(310);
    await account(page).hover();
    await page.clock.runFor(190);
    await expect(popover).toHaveCount(0);
    await page.clock.runFor(10);
    await expect(popover).toBeVisible();
    await account(page).dispatchEvent('click');
    await page.mouse.move(5, 500);
    await page.clock.runFor(1000);
    await expect(popover).toBeVisible();
  });
});
