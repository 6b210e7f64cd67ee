import type { Question } from '@firstyear/form-engine';
import { type Locator, type Page, test } from '@playwright/test';
import { contextOf, type Role } from '../../e2e/support/people.ts';
import { form } from '../../e2e/support/product.ts';
import { GALLERY, HEIGHT, writePicture } from './pictures.ts';

/** One question for each way in which the form asks: the first that all people of the gallery see. */
const SHOWN = [
  ...['first_name', 'email_address', 'phone_home', 'address_line_1', 'zip', 'country', 'state', 'birth_date'],
  ...['gender', 'race_asian', 'optin_sms_ind', 'alien_registration_number', 'entry_term'],
  ...['hs_name', 'hs_ceeb', 'grad_month', 'sat_score_math', 'conviction_comment', 'legal_agree', 'transcript'],
];

interface State {
  readonly name: string;
  readonly role: Role;
  readonly isFocused?: boolean;
}
const STATES: readonly State[] = [
  { name: 'empty', role: 'beginner' },
  { name: 'focused', role: 'applicant', isFocused: true },
  { name: 'filled', role: 'applicant' },
  { name: 'error', role: 'corrector' },
];

/** The question with its label, hint and errors. */
function whole(page: Page, { key, kind }: Question): Locator {
  const around = kind === 'radio' ? 'fieldset' : '*[.//label or self::fieldset]';
  return page.locator(`[id="${key}"]`).locator(`xpath=ancestor-or-self::${around}[1]`).first();
}

for (const { name, role, isFocused } of STATES) {
  test(`widgets, ${name}`, async ({ browser }) => {
    const { context } = await contextOf(browser, role, { viewport: { width: 768, height: HEIGHT } });
    const page = await context.newPage();
    for (const id of ['about', 'education', 'final-steps'] as const) {
      await page.goto(`/${id}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const key of SHOWN) {
        const field = form.byKey.get(key);
        if (!field) throw new Error(`The form has no question ${key}.`);
        if (field.page !== id || (await page.locator(`[id="${key}"]`).count()) === 0) continue;
        if (isFocused) await page.locator(`[id="${key}"]`).focus();
        await writePicture(await framed(page, whole(page, field.question)), GALLERY, 'widgets', name, `${key}.png`);
      }
    }
    await context.close();
  });
}

test('widgets, service', async ({ browser }) => {
  const { context, search } = await contextOf(browser, 'staff', { viewport: { width: 768, height: HEIGHT } });
  const page = await context.newPage();
  for (const id of ['about', 'education', 'final-steps'] as const) {
    await page.goto(`/${id}${search}`);
    await page.locator('html[data-ready=true]').waitFor();
    for (const key of SHOWN) {
      const field = form.byKey.get(key);
      if (field?.page !== id) continue;
      const label = page.getByText(field.question.label).first();
      if ((await label.count()) === 0) continue;
      await writePicture(await framed(page, label.locator('xpath=..')), GALLERY, 'widgets', 'service', `${key}.png`);
    }
  }
  await context.close();
});

/** A picture of an element with a margin, so that focus rings and error marks are whole. */
async function framed(page: Page, element: Locator): Promise<Buffer> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('A widget of the gallery is not on the screen.');
  const margin = 16;
  const x = Math.max(0, box.x - margin);
  const y = Math.max(0, box.y - margin);
  return page.screenshot({ clip: { x, y, width: box.width + 2 * margin, height: box.height + 2 * margin } });
}
