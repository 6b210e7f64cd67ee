import {
  type Answers,
  answerOf,
  type FormState,
  isVisible,
  type Moment,
  type Question,
  traitsOf,
} from '@firstyear/form-engine';
import { expect, type Locator, type Page } from '@playwright/test';
import { said, saidWith } from './languages.ts';
import { form, now } from './product.ts';
import { pageIsWhole } from './shell.ts';

/** The form's state with these answers: first tabs open, and as many components as the answers need. */
export function stateWith(answers: Answers): FormState {
  const addAnother: Record<string, number> = {};
  for (const field of form.fields) {
    for (const gate of field.gates) {
      if (gate.kind === 'component' && answerOf(answers, field.question.key) !== '') {
        addAnother[gate.repeater] = Math.max(addAnother[gate.repeater] ?? 1, gate.number);
      }
    }
  }
  return { answers, tabs: {}, addAnother };
}

/** Leaves out answers that only a search fills in, and that can't be typed. */
export function keepTypable(answers: Answers): Answers {
  const typed = Object.entries(answers).map(([key, value]) => {
    const question = form.byKey.get(key)?.question;
    return [key, question?.kind === 'text' && question.readOnly ? '' : value] as const;
  });
  return Object.fromEntries(typed);
}

/** The questions of a page that are visible with these answers, in order. */
export function questionsOn(page: string, answers: Answers, moment: Moment = now()): readonly Question[] {
  const state = stateWith(answers);
  return form.fields
    .filter((field) => field.page === page && isVisible(form, field, state, moment))
    .map((field) => field.question);
}

/** The kind of control of a question: 'select', 'textarea', or the type of an input. */
export function controlOf(input: Locator): Promise<string> {
  return input.evaluate((element) =>
    element instanceof HTMLInputElement ? element.type : element.tagName.toLowerCase(),
  );
}

/** Answers one question as a person would, with the keyboard or a click, and checks that the screen shows it. */
export async function fillQuestion(page: Page, question: Question, answers: Answers): Promise<void> {
  const value = answerOf(answers, question.key);
  // Documents are uploaded, not typed.
  if (value === '' || traitsOf(question).setBy === 'server') return;
  const input = page.locator(`[id="${question.key}"]`);
  const fold = page.locator('fieldset', { has: input }).locator('> button[aria-expanded="false"]');
  if ((await fold.count()) > 0) await fold.click();
  switch (await controlOf(input)) {
    case 'select':
      await input.selectOption(String(value));
      await expect(input).toHaveValue(String(value));
      return;
    case 'radio':
      await page.locator(`input[name="${question.key}"][value="${value}"]`).check();
      return;
    case 'checkbox':
      await input.setChecked(value === true);
      return;
    default:
      await input.fill(String(value));
      await input.blur();
      await expect(input).toHaveValue(String(value));
  }
}

/** Presses Add Another until the page has the components that these answers need. */
async function addComponents(page: Page, pageId: string, answers: Answers): Promise<void> {
  const { addAnother } = stateWith(answers);
  for (const [id, count] of Object.entries(addAnother)) {
    const isHere = form.fields.some(
      (field) => field.page === pageId && field.gates.some((gate) => gate.kind === 'component' && gate.repeater === id),
    );
    if (!isHere) continue;
    await pageIsWhole(page);
    const { noun = '', add } = form.repeaters.get(id) ?? {};
    const addAnother = add === undefined ? saidWith('Add Another {noun}', { noun }) : said(add);
    const components = page.locator(`[data-repeater="${id}"]`);
    for (let have = await components.count(); have < count; have += 1) {
      await page.getByRole('button', { name: addAnother }).click();
      await expect(components).toHaveCount(have + 1);
    }
  }
}

/** Fills the open page with these answers, question by question in the order of the screen. */
export async function fillPage(
  page: Page,
  pageId: string,
  answers: Answers,
  options: { readonly except?: readonly string[] } = {},
): Promise<void> {
  const questions = questionsOn(pageId, answers).filter((question) => !options.except?.includes(question.key));
  const isBehind = (kind: string, { key }: Question) => form.byKey.get(key)?.gates.some((gate) => gate.kind === kind);
  // Questions that show others come first, those behind a condition after the ones that open it. Components are added
  // then. Questions that follow another come last: a state is cleared when its country changes.
  const stepOf = (question: Question) => {
    if (traitsOf(question).follows(question) !== undefined) return 3;
    if (!form.watchedKeys.has(question.key) || isBehind('component', question)) return 2;
    return isBehind('condition', question) ? 1 : 0;
  };
  for (const step of [0, 1, 2, 3]) {
    if (step === 2) await addComponents(page, pageId, answers);
    for (const question of questions) if (stepOf(question) === step) await fillQuestion(page, question, answers);
  }
}
