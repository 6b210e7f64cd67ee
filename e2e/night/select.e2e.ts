import { expect, type Page, test } from '@playwright/test';
import { newApplicant, pressSubmit } from '../support/applicant.ts';
import { appArrived } from '../support/shell.ts';
import { findViolations } from '../support/violations.ts';

const select = (page: Page, key: string) => page.locator(`select[id="${key}"]`);
const list = (page: Page) => page.getByRole('listbox');
const boxOf = (page: Page) => list(page).evaluate((element) => element.getBoundingClientRect().toJSON());
/** Scrolls the select to this height in the window, as far as the page can scroll, and opens it. */
async function openAt(page: Page, key: string, top: number) {
  await select(page, key).evaluate((element, to) => {
    window.scrollBy({ top: element.getBoundingClientRect().top - to, behavior: 'instant' });
    element.focus({ preventScroll: true });
  }, top);
  await page.keyboard.press('Enter');
  await expect(list(page)).toBeVisible();
}

test('an open list is accessible on a desktop, at 320 px, with 200 % text and with forced colors', async ({ page }) => {
  await page.goto('/about');
  await appArrived(page);
  const inside = async () => {
    const box = await boxOf(page);
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    expect([box.left >= 10, box.right <= width - 10, box.top >= 10, box.bottom <= height - 10]).toEqual(
      Array(4).fill(true),
    );
    const cut = await list(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(cut, 'px that are cut off').toBeLessThanOrEqual(0);
  };
  for (const size of [
    { width: 1280, height: 900 },
    { width: 320, height: 640 },
  ]) {
    for (const fontSize of ['100%', '200%']) {
      await page.setViewportSize(size);
      await page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), fontSize);
      await openAt(page, 'applied_major', 200);
      await page.keyboard.press('ArrowDown');
      await inside();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
  }
  await page.emulateMedia({ forcedColors: 'active' });
  await openAt(page, 'country', 200);
  expect(await findViolations(page)).toEqual([]);
});

test('a screen reader gets the name, that a list is open, and the highlighted entry', async ({ page }) => {
  await page.goto('/about');
  await appArrived(page);
  await expect(select(page, 'country')).toHaveRole('combobox');
  await expect(select(page, 'country')).toHaveAccessibleName('Country');
  await select(page, 'country').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'Country' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list(page).getByRole('option', { name: 'United States', exact: true })).toHaveAttribute('data-active');
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  const focused = nodes.find(
    ({ role, properties }) =>
      role?.value !== 'RootWebArea' &&
      properties?.some((property) => property.name === 'focused' && property.value.value),
  );
  expect([focused?.role?.value, focused?.name?.value]).toEqual(['listbox', 'Country']);
  const pointsAt = focused?.properties?.find(({ name }) => name === 'activedescendant')?.value.relatedNodes;
  expect(pointsAt?.map(({ backendDOMNodeId }) => backendDOMNodeId)).toHaveLength(1);
  const entry = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === pointsAt?.[0]?.backendDOMNodeId);
  expect([entry?.role?.value, entry?.name?.value]).toEqual(['option', 'United States']);
  await expect(select(page, 'country')).toHaveAttribute('aria-expanded', 'true');
});

test('an error stays beside its select, closed and open, and belongs to it', async ({ page }) => {
  await newApplicant(page);
  await pressSubmit(page);
  await expect(page).toHaveURL(/\/about$/);
  const term = select(page, 'entry_term');
  await expect(term).toHaveAttribute('aria-invalid', 'true');
  await expect(term).toHaveAccessibleDescription(/Enroll Term/);
  await page.getByRole('link', { name: 'Enroll Term' }).click();
  await expect(term).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#entry_term-error')).toBeInViewport();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('#entry_term-error')).toHaveCount(0);
});

test("the list's code is loaded at the first use; if that fails, the browser's own list opens", async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.route('**/select-list*.js', (route) => route.abort());
  await page.goto('/about');
  await appArrived(page);
  await expect(select(page, 'country')).toBeVisible();
  expect(scripts.filter((url) => url.includes('select-list'))).toEqual([]);
  await select(page, 'country').click();
  await expect.poll(() => select(page, 'country').evaluate((element) => element.matches(':open'))).toBe(true);
  await expect(list(page)).toHaveCount(0);
  expect(scripts.filter((url) => url.includes('select-list')).length).toBeGreaterThan(0);
});

test('a word that is typed before the code is loaded is found by the browser, with its spaces', async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route('**/select-list*.js', async (route) => {
    await new Promise<void>((release) => {
      held.push(release);
    });
    await route.continue();
  });
  await page.goto('/about');
  await appArrived(page);
  await select(page, 'state').focus();
  await page.keyboard.type('new y');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const release of held) release();
  await expect(select(page, 'state')).toHaveValue('NY');
  await expect(list(page)).toHaveCount(0);
});
