import { expect, type Page, test } from '@playwright/test';
import { contextOf } from '../support/people.ts';
import { form } from '../support/product.ts';

/** Attributes of every input of a page that people type into, by the question's key. */
function inputsOf(page: Page) {
  return page.locator('form').evaluate((form) =>
    [...form.querySelectorAll('input:not([type=radio], [type=checkbox], [type=file]), select, textarea')]
      .filter((input) => input.id !== '')
      .map((input) => ({
        key: input.id,
        type: input.getAttribute('type'),
        autocomplete: input.getAttribute('autocomplete'),
        inputMode: input.getAttribute('inputmode'),
        fontSize: Number.parseFloat(getComputedStyle(input).fontSize),
      })),
  );
}

test('on a phone no input makes the browser zoom, and each opens the right keyboard', async ({ browser }) => {
  const { context } = await contextOf(browser, 'applicant', { viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const keyboards: Record<string, string | null> = {};
  for (const path of ['/about', '/education', '/final-steps']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const inputs = await inputsOf(page);
    expect(inputs.filter(({ fontSize }) => fontSize < 16)).toEqual([]);
    for (const { key, type, inputMode } of inputs) keyboards[key] = inputMode ?? type;
  }
  const expectedKeyboards = {
    email_address: 'email',
    phone_home: 'tel',
    phone_mobile: 'tel',
    parent_phone_home: 'tel',
    parent_email_address: 'email',
    counselor_email_address: 'email',
    birth_date: 'date',
    zip: expect.stringMatching(/numeric|text/),
    sat_score_math: 'numeric',
  };
  const present = Object.entries(expectedKeyboards).filter(([key]) => form.byKey.has(key));
  expect(keyboards).toMatchObject(Object.fromEntries(present));
  await context.close();
});

test("the applicant's own fields have autocomplete tokens, those about other people do not (WCAG 1.3.5)", async ({
  browser,
}) => {
  const { context } = await contextOf(browser, 'applicant');
  const page = await context.newPage();
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const tokens = Object.fromEntries((await inputsOf(page)).map(({ key, autocomplete }) => [key, autocomplete]));
  expect(tokens).toMatchObject({
    first_name: 'given-name',
    middle_name: 'additional-name',
    last_name: 'family-name',
    email_address: 'email',
    phone_home: 'home tel',
    phone_mobile: 'mobile tel',
    birth_date: 'bday',
    city: 'address-level2',
    zip: 'postal-code',
  });
  const otherPeople = Object.entries(tokens).filter(([key]) => /^(parent|guardian|counselor|emergency)_/.test(key));
  expect(otherPeople.length).toBeGreaterThan(10);
  expect(otherPeople.filter(([, token]) => token !== 'off' && token !== null)).toEqual([]);
  await context.close();
});

test('on a long page on a phone Save and Continue stays in view, and Submit does not', async ({ browser }) => {
  const { context } = await contextOf(browser, 'applicant', { viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto('/about');
  await expect(page.getByRole('button', { name: 'Save and Continue' })).toBeInViewport({ ratio: 1 });
  await page.goto('/final-steps');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit Application' })).not.toBeInViewport();
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save and Continue' })).not.toBeInViewport();
  await context.close();
});

test('a save is announced once, politely, and not at every key', async ({ browser }) => {
  const { context } = await contextOf(browser, 'beginner');
  const page = await context.newPage();
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const status = page.getByRole('banner').getByRole('status');
  await status.evaluate((element) => {
    new MutationObserver(() => {
      element.setAttribute('data-said', `${element.getAttribute('data-said') ?? ''}|${element.textContent}`);
    }).observe(element, { childList: true, characterData: true, subtree: true });
  });
  for (const letters of ['Qui', 'll', ' Fern']) {
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/answer'));
    await page.locator('#middle_name').pressSequentially(letters);
    await saved;
  }
  await expect(
    page
      .getByRole('banner')
      .getByText(/^Saved /)
      .first(),
  ).toBeVisible();
  expect((await status.getAttribute('data-said'))?.split('|').filter(Boolean)).toEqual([
    expect.stringMatching(/^Saved /),
  ]);
  await context.close();
});
