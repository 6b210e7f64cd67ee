import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPLICATION, answerTo, drawOffice } from '../app/draw-office.testing.tsx';

const dialog = page.getByRole('dialog');
const question = dialog.getByLabelText('Question');
const answer = dialog.getByLabelText('New answer');
const reason = dialog.getByLabelText('Reason');
const correct = () => dialog.getByRole('button', { name: 'Correct it' }).click();

/** Opens the dialog for an application with these answers, and a server that says this to the correction. */
async function open(respond: () => Response = () => Response.json({ items: [], canned: [] })) {
  const kept = { answers: { first_name: 'Jon', sat_taken: 'no', conviction: 'yes', mother: false } };
  const made = await drawOffice(
    '/applications/ada',
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, ...kept })),
    ({ to }) => (to.endsWith('/correction') ? respond() : undefined),
  );
  await page.getByRole('button', { name: 'Correct an answer…' }).click();
  return { kept, sent: () => made.flatMap(({ to, payload }) => (to.endsWith('/correction') ? [payload] : [])) };
}
const REASON = 'She called us.';

test('an answer is corrected beside the one that stands there, which it must differ from, with a reason', async () => {
  const { sent } = await open();
  await correct();
  await expect.element(dialog.getByText('Please choose a question.')).toBeVisible();
  await expect.element(dialog.getByText('Please give a reason.')).toBeVisible();
  await expect.element(question).toHaveFocus();
  await expect.element(answer).not.toBeInTheDocument();

  await question.selectOptions('Your name: First Name');
  await expect.element(answer).toHaveValue('Jon');
  await expect.element(answer).toHaveAccessibleDescription(/Now: Jon/);
  expect(dialog.getByText('Please choose a question.').query()).toBeNull();
  await reason.fill(REASON);
  await correct();
  await expect.element(dialog.getByText('Please enter another answer.')).toBeVisible();
  expect(sent()).toEqual([]);

  await answer.fill(' John ');
  await correct();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent()).toEqual([{ key: 'first_name', from: 'Jon', to: 'John', reason: REASON }]);
});

test('a question with choices offers them', async () => {
  const { sent } = await open();
  await question.selectOptions('sat_taken');
  await answer.selectOptions('Yes');
  await reason.fill(REASON);
  await correct();
  await expect.poll(sent).toEqual([{ key: 'sat_taken', from: 'no', to: 'yes', reason: REASON }]);
});

test.each([
  ['More about you: Date of Birth', 'input[type=date]', '2008-02-29'],
  ['Before you submit: Tell us what happened', 'textarea', 'One line.\nAnother.'],
])('%s, which has no answer, is corrected in a field of its own kind', async (label, kind, to) => {
  const { sent } = await open();
  await question.selectOptions(label);
  await expect.element(answer).toHaveAccessibleDescription('Now: —');
  await expect.element(answer).toHaveValue('');
  expect(answer.element().matches(kind)).toBe(true);
  await reason.fill(REASON);
  await correct();
  await expect.element(answer).toHaveAccessibleDescription(/Please enter another answer[.]/);
  await answer.fill(to);
  await correct();
  await expect.poll(() => sent()[0]).toMatchObject({ to, reason: REASON });
});

test('a box is corrected to yes, and stays a box', async () => {
  const { sent } = await open();
  await question.selectOptions('mother');
  await expect.element(answer).toHaveValue('');
  await correct();
  await expect.element(answer).toHaveAccessibleDescription(/Please enter another answer[.]/);
  const choices = answer.getByRole('option').elements();
  expect(choices.map(({ textContent }) => textContent)).toEqual(['No', 'Yes']);
  await answer.selectOptions('Yes');
  await reason.fill(REASON);
  await correct();
  await expect.poll(() => sent()[0]).toMatchObject({ key: 'mother', to: true });
});

test('an answer that breaks a rule is refused in the dialog, and nothing that was typed is lost', async () => {
  const message = 'Please look at “First Name”.';
  await open(() => Response.json({ code: 'not_complete', message }, { status: 422 }));
  await question.selectOptions('Your name: First Name');
  await answer.fill('');
  await reason.fill(REASON);
  await correct();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(message);
  await expect.element(question).toHaveValue('first_name');
  await expect.element(answer).toHaveValue('');
  await expect.element(reason).toHaveValue(REASON);
});

test('if the answer was changed meanwhile, the dialog says so and what stands there now, and corrects that', async () => {
  let isChanged = false;
  const { kept, sent } = await open(() => {
    if (isChanged) return Response.json({ items: [], canned: [] });
    isChanged = true;
    return Response.json({ code: 'answer_changed', message: 'This answer was changed just now.' }, { status: 409 });
  });
  await question.selectOptions('Your name: First Name');
  await answer.fill('John');
  await reason.fill(REASON);
  kept.answers = { ...kept.answers, first_name: 'Jim' };
  await correct();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This answer was changed just now.');
  await expect.element(answer).toHaveAccessibleDescription(/Now: Jim/);
  await expect.element(answer).toHaveValue('John');
  await correct();
  await expect.poll(() => sent().at(-1)).toEqual({ key: 'first_name', from: 'Jim', to: 'John', reason: REASON });
});
