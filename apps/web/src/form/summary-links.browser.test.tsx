import { type Answers, isVisible, momentOf } from '@firstyear/form-engine';
import { completeAnswers, stateOf } from '@firstyear/freshman/testing';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { expect, test, vi } from 'vitest';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { drawForm, NOW, wholeForm } from './draw-form.testing.tsx';
import { focusQuestion, focusQuestionWhenThere } from './focus-question.ts';

const moment = momentOf(NOW);
const complete = completeAnswers(wholeForm, {}, moment);

/** Applicants who together see every question: no applicant sees all of them. */
const PEOPLE: readonly Answers[] = [
  complete,
  completeAnswers(wholeForm, { citizenship_type: 'other_country' }, moment),
  completeAnswers(wholeForm, { country: 'CAN', hs_country: 'CAN' }, moment),
];
const TABS = [...wholeForm.tabGroups.values()].flatMap((group) => group.tabs.map((tab) => ({ [group.id]: tab.id })));

const fieldsOf = (answers: Answers, tabs: Readonly<Record<string, string>>) =>
  wholeForm.fields.filter((field) => isVisible(wholeForm, field, { ...stateOf(wholeForm, answers), tabs }, moment));

/** The control of a question; documents have theirs once their state is known. */
function control(key: string): Element | null {
  const element = document.querySelector(`[id="${key}"]`);
  return element?.matches('fieldset') ? element.querySelector('input, button') : element;
}

for (const { id: page } of wholeForm.pages) {
  for (const [number, answers] of PEOPLE.entries()) {
    for (const tabs of TABS) {
      test(`[LAYOUT-18] each question of ${page} is led to by its link in the summary (applicant ${number + 1}, tab ${Object.values(tabs)})`, async () => {
        const fields = fieldsOf(answers, tabs).filter((field) => field.page === page);
        const otherErrors = Object.fromEntries(fields.map(({ question }) => [question.key, [`About ${question.key}`]]));
        scriptNetwork(({ path }) => [200, path.startsWith('/api/pdf/') ? { status: 'NOT_ANSWERED' } : {}]);
        vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
        await drawForm({
          page,
          answers,
          tabs,
          addAnother: stateOf(wholeForm, answers).addAnother,
          summary: { attempt: 0, otherErrors, onNavigate: ({ key }) => void focusQuestion(key) },
        });
        for (const { question } of fields) {
          await eventually(() => expect(control(question.key)).not.toBeNull());
        }
        const all = [...document.querySelectorAll<HTMLAnchorElement>('main > section:first-child a')];
        // Besides the links of real errors on other pages.
        const links = all.filter((link) => link.textContent.startsWith('About '));
        expect(links.map((link) => link.textContent)).toEqual(Object.values(otherErrors).flat());
        for (const link of links) {
          const key = link.hash.slice(1);
          expect(link.pathname).toBe(`/${page}`);
          link.click();
          if (document.activeElement !== control(key)) {
            const question = wholeForm.byKey.get(key)?.question;
            expect.fail(`The link of ${key} (${question?.kind}) leads to ${document.activeElement?.outerHTML}.`);
          }
        }
      });
    }
  }
}

test('[LAYOUT-18] these applicants are asked every question of the form', () => {
  const asked = new Set(PEOPLE.flatMap((answers) => TABS.flatMap((tabs) => fieldsOf(answers, tabs))));
  expect(wholeForm.fields.filter((field) => !asked.has(field)).map(({ question }) => question.key)).toEqual([]);
});

test('a question whose script is still loading takes the focus later, unless a key was pressed meanwhile', async () => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  const late = () => {
    const input = document.createElement('input');
    input.id = 'late_question';
    document.body.append(input);
    return input;
  };
  focusQuestionWhenThere('late_question');
  const first = late();
  await eventually(() => expect(document.activeElement).toBe(first));
  first.remove();
  focusQuestionWhenThere('late_question');
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  const second = late();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(document.activeElement).not.toBe(second);
  second.remove();
});

test('a document question that shows its file takes the focus at its first control', async () => {
  scriptNetwork(({ path }) => [
    200,
    path.startsWith('/api/pdf/')
      ? { status: 'COMPLETED' }
      : { transcript: { file_name: 'record.pdf', file_size: 1000 } },
  ]);
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  await drawForm({ page: 'education', answers: { transcript: 'ANSWERED' }, tabs: { hs_record: 'upload' } });
  const group = await eventually(() => {
    const found = document.querySelector('fieldset[id="transcript"]:has(button)');
    if (!found) throw new Error('The file is not shown yet.');
    return found;
  });
  expect(focusQuestion('transcript')).toBe(true);
  expect(group.contains(document.activeElement)).toBe(true);
});
