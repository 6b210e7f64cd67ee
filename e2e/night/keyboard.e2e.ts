import { type Answers, answerOf, descKey, type Question, textOf } from '@firstyear/form-engine';
import { minimalAnswers } from '@firstyear/freshman/testing';
import { expect, type Page, test } from '@playwright/test';
import { loadProfile } from '../support/applicant.ts';
import { controlOf, questionsOn } from '../support/fill.ts';
import { ITEM_SCREENS } from '../support/item-screens.ts';
import { readFocus, tabTo, tabToField, tabToText } from '../support/keyboard.ts';
import { codeIn, nthMail } from '../support/mail.ts';
import { contextOf } from '../support/people.ts';
import { form, newAddress, OUTBOX, PASSWORD } from '../support/product.ts';
import { onScreen } from '../support/screens.ts';
import { pageIsWhole } from '../support/shell.ts';

const WINDOWS = [
  { name: 'a desktop', viewport: { width: 1280, height: 720 } },
  { name: 'a phone with a bar at its foot', viewport: { width: 360, height: 640 } },
] as const;

/** Answers a question by keyboard alone. */
async function answer(page: Page, question: Question, answers: Answers): Promise<void> {
  const value = answerOf(answers, question.key);
  if (value === '' || value === false) return;
  await tabToField(page, question.key);
  switch (await controlOf(page.locator(`[id="${question.key}"]`))) {
    case 'tel':
      return page.keyboard.type(String(value).replace(/\D/g, ''));
    case 'date': {
      const [year, month, day] = String(value).split('-');
      return page.keyboard.type(`${month}${day}${year}`);
    }
    case 'select':
      // Typing the first letters of a choice selects it, as in every list.
      return page.keyboard.type(textOf(answers, descKey(question.key)));
    case 'radio': {
      await page.keyboard.press('Space');
      const radio = page.locator(`input[name="${question.key}"][value="${value}"]`);
      for (let presses = 0; presses < 20 && !(await radio.isChecked()); presses += 1) {
        await page.keyboard.press('ArrowDown');
      }
      return;
    }
    case 'checkbox':
      return page.keyboard.press('Space');
    default:
      return page.keyboard.type(String(value));
  }
}

async function answerPage(page: Page, id: string, answers: Answers, except: readonly string[] = []): Promise<void> {
  await pageIsWhole(page);
  for (const question of questionsOn(id, answers)) {
    if (!except.includes(question.key)) await answer(page, question, answers);
  }
}

async function press(page: Page, text: string): Promise<void> {
  await tabToText(page, text);
  await page.keyboard.press('Enter');
}

for (const { name, viewport } of WINDOWS) {
  test(`the whole journey works by keyboard alone on ${name}, and the focus is always visible`, async ({ browser }) => {
    const page = await browser.newPage({ viewport, locale: 'en-US' });
    const username = newAddress('key');
    const answers = minimalAnswers(form, { email_address: username });

    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await press(page, 'Skip to the form');
    await page.goto('/signup');
    await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible();
    await tabToField(page, 'username');
    await page.keyboard.type(username);
    await tabToField(page, 'password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Confirm Your Account' })).toBeFocused();
    await tabToField(page, 'code');
    await page.keyboard.type(codeIn(await nthMail(OUTBOX, username, 1)));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeFocused();
    await tabToField(page, 'password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/about$/);

    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await answerPage(page, 'about', answers, ['first_name']);
    await press(page, 'Save and Continue');
    await expect(page).toHaveURL(/\/education$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await answerPage(page, 'education', answers);
    await press(page, 'Save and Continue');
    await expect(page).toHaveURL(/\/final-steps$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await answerPage(page, 'final-steps', answers);
    await press(page, 'Submit Application');

    // One answer is missing: the summary takes the focus, its first link leads to the question.
    const summary = page.getByRole('region', { name: "We're missing some information!" });
    await expect(summary).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(summary.getByRole('link')).toHaveCount(1);
    const link = await tabTo(page, 'the first link', ({ text }) => text !== '');
    await page.keyboard.press('Enter');
    await expect(page.locator('#first_name')).toBeFocused();
    await expect(page.locator('#first_name-error')).toContainText(link.text);
    await expect.poll(async () => (await readFocus(page)).problem, 'scrolling has ended').toBe('');
    await page.keyboard.type(String(answers.first_name));
    await expect(summary).toHaveCount(0);
    await expect(page).not.toHaveTitle(/^Error: /);
    await tabTo(page, 'the last step', ({ text }) => text.endsWith('Submit'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/final-steps$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await press(page, 'Submit Application');
    await expect(page).toHaveURL(/\/completion$/);
    const saved: Answers = (await loadProfile(page)).answer;
    for (const { key } of ['about', 'education', 'final-steps'].flatMap((id) =>
      form.fields.filter((field) => field.page === id).map((field) => field.question),
    )) {
      if (answerOf(answers, key) !== '') expect(saved[key], key).toEqual(answers[key]);
    }
    await expect(page.getByRole('link', { name: 'Download PDF copy' })).toBeVisible();
    await tabToText(page, 'Download PDF copy');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    await page.close();
  });
}

for (const { name, viewport } of WINDOWS) {
  for (const path of ['/about', '/education', '/final-steps']) {
    test(`Tab goes through ${path} with every error shown on ${name}; the focus is always visible`, async ({
      browser,
    }) => {
      const { context } = await contextOf(browser, 'corrector', { viewport });
      const page = await context.newPage();
      await page.goto(path);
      await expect(page.getByRole('heading', { name: "We're missing some information!" })).toBeVisible();
      const heights: number[] = [];
      await tabTo(page, 'the end of the page', ({ text }) => text === 'Privacy');
      for (let stops = 0; stops < 12; stops += 1) {
        await tabTo(page, 'the stop before', () => true, 'Shift+Tab');
        heights.push(await page.evaluate(() => document.activeElement?.getBoundingClientRect().height ?? 0));
      }
      expect(Math.min(...heights)).toBeGreaterThan(0);
      await context.close();
    });
  }
}

for (const screen of ITEM_SCREENS) {
  test(`Tab goes through ${screen.name} on a phone; the focus is always visible`, async ({ browser }) => {
    const { viewport } = WINDOWS[1];
    const walk = async (page: Page) => {
      // From where the focus is to the end, and then from the begin.
      for (const end of ['the end', 'the end again']) await tabTo(page, end, ({ text }) => text === 'nothing');
    };
    await onScreen(browser, screen, 'en', walk, { viewport });
  });
}
