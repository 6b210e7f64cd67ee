import type { Question } from '@firstyear/form-engine';
import { type Browser, type Locator, type Page, test } from '@playwright/test';
import { contextOf, type Role } from '../../e2e/support/people.ts';
import { form } from '../../e2e/support/product.ts';
import { GALLERY, HEIGHT, writePicture } from './pictures.ts';

/** A question of each kind: the first one that all people of the gallery see. */
const SHOWN = [
  ...['first_name', 'email_address', 'phone_home', 'address_line_1', 'zip', 'country', 'state', 'birth_date'],
  ...['gender', 'race_asian', 'optin_sms_ind', 'alien_registration_number', 'entry_term'],
  ...['hs_name', 'hs_ceeb', 'grad_month', 'sat_score_math', 'conviction_comment', 'legal_agree', 'transcript'],
];

const STATES = [
  { name: 'empty', role: 'beginner', isFocused: false },
  { name: 'focused', role: 'applicant', isFocused: true },
  { name: 'filled', role: 'applicant', isFocused: false },
  { name: 'error', role: 'corrector', isFocused: false },
] as const;

/** A question with its label, hint and errors. */
function locateWhole(page: Page, { key, kind }: Question): Locator {
  const around = kind === 'radio' ? 'fieldset' : '*[.//label or self::fieldset]';
  return page.locator(`[id="${key}"]`).locator(`xpath=ancestor-or-self::${around}[1]`).first();
}

/** Opens the pages of the form as this person, and draws each of the questions on its page. */
async function forEachQuestion(
  browser: Browser,
  role: Role,
  draw: (page: Page, question: Question) => Promise<void>,
): Promise<void> {
  const { context, search } = await contextOf(browser, role, { viewport: { width: 768, height: HEIGHT } });
  const page = await context.newPage();
  for (const id of ['about', 'education', 'final-steps'] as const) {
    await page.goto(`/${id}${search}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (role === 'staff') await page.locator('html[data-ready=true]').waitFor();
    for (const key of SHOWN) {
      const field = form.byKey.get(key);
      if (!field) throw new Error(`The form has no question ${key}.`);
      if (field.page === id) await draw(page, field.question);
    }
  }
  await context.close();
}

for (const { name, role, isFocused } of STATES) {
  test(`widgets, ${name}`, ({ browser }) =>
    forEachQuestion(browser, role, async (page, question) => {
      const input = page.locator(`[id="${question.key}"]`);
      if ((await input.count()) === 0) return;
      if (isFocused) await input.focus();
      await writePicture(
        await takeFramed(page, locateWhole(page, question)),
        GALLERY,
        'widgets',
        name,
        `${question.key}.png`,
      );
    }));
}

test('widgets, service', ({ browser }) =>
  forEachQuestion(browser, 'staff', async (page, { key, label }) => {
    const text = page.getByText(label).first();
    if ((await text.count()) === 0) return;
    await writePicture(await takeFramed(page, text.locator('xpath=..')), GALLERY, 'widgets', 'service', `${key}.png`);
  }));

/** Takes a picture of an element with a margin, which shows focus rings and error marks. */
async function takeFramed(page: Page, element: Locator): Promise<Buffer> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('A widget of the gallery is not on the screen.');
  const margin = 16;
  const x = Math.max(0, box.x - margin);
  const y = Math.max(0, box.y - margin);
  return page.screenshot({ clip: { x, y, width: box.width + 2 * margin, height: box.height + 2 * margin } });
}
