import { paths } from '@firstyear/api-contract/addresses';
import { closingTime, termLabel } from '@firstyear/partner-config';
import { ENGLISH } from '@firstyear/words';
import { formatDate } from '@firstyear/words/format';
import { expect, test } from '@playwright/test';
import { keptAnswers, openEarly, shiftOf, watchShifts } from '../support/early-page.ts';
import { form, partner } from '../support/product.ts';
import { appArrived, fontsArrived } from '../support/shell.ts';

test('a page that was built in another year shows the current years, and keeps what was typed', async ({ page }) => {
  await page.clock.setFixedTime('2041-01-02T12:00:00Z');
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const release = await openEarly(page, paths.page('education'));
  const years = page.locator('[id="grad_year"]');
  const field = page.locator('main input[type=text]').first();
  await field.fill('Ada');
  await expect(years.locator('option[value="2041"]')).toHaveCount(0);
  release();
  await appArrived(page);
  await expect(years.locator('option[value="2041"]')).toHaveCount(1);
  expect(errors).toEqual([]);
  await expect(field).toHaveValue('Ada');
  expect(Object.values(await keptAnswers(page))).toContain('Ada');
});

test('the list of what applicants need is shown at the start, without closed terms, and disappears once something is typed', async ({
  page,
}) => {
  const [last, ...others] = [...partner.terms].sort((a, b) => closingTime(b) - closingTime(a));
  if (!last) throw new Error('The university has no term.');
  await page.clock.setFixedTime(closingTime(last) - 120 * 86_400_000);
  const release = await openEarly(page, paths.page('about'));
  const before = page.locator('#before');
  await expect(before).toContainText('about 45 minutes');
  const day = formatDate(ENGLISH, partner.time_zone, new Date(last.closes));
  await expect(before).toContainText(`Applications for ${termLabel(form, last)} close on ${day}.`);
  await expect(before.locator('p').filter({ visible: true })).toHaveCount(2);
  for (const term of others) await expect(before).not.toContainText(termLabel(form, term));
  release();
  await appArrived(page);
  await expect(before).toBeVisible();
  const field = page.locator('#first_name');
  const placeOf = () => field.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const place = await placeOf();
  await field.fill('Ada');
  await expect(before).toBeHidden();
  expect(await placeOf()).toBe(place);
  await page.reload();
  await appArrived(page);
  await expect(before).toBeEmpty();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  for (const name of ['about', 'education', 'final-steps'] as const) {
    test(`nothing on /${name} moves when the fonts load late`, async ({ page }) => {
      const requested = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        requested.resolve();
        await released.promise;
        await route.continue();
      });
      await watchShifts(page);
      // Loading fonts delay the load event.
      await page.goto(paths.page(name), { waitUntil: 'commit' });
      await appArrived(page);
      await requested.promise;
      released.resolve();
      await fontsArrived(page);
      // Letters of another width shift the rest of their line invisibly little.
      expect(await shiftOf(page)).toBeLessThan(0.001);
    });
  }
});
