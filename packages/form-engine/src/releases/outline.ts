import type { When } from '../condition.ts';
import type { Form } from '../index-form.ts';
import { choiceTraitsOf, isChoice, isDocument, maxLengthOf, type Question, type QuestionKind } from '../kinds/index.ts';
import { fixedOptions } from '../options.ts';

/** What a question means to answers that are stored: nothing of its words. */
export interface QuestionOutline {
  readonly kind: QuestionKind;
  readonly page: string;
  readonly isDocument: boolean;
  readonly isRequired: boolean;
  readonly maxLength: number;
  /** Stored values of its choices; none where they vary. */
  readonly choices?: readonly string[];
  /** The conditions around it, all of which must hold. */
  readonly when: readonly When[];
}

/** A form without its words: what a change of can lose or alter an answer. */
export interface FormOutline {
  /** Ids of its migrations. */
  readonly migrations: readonly string[];
  readonly pages: readonly string[];
  readonly questions: Readonly<Record<string, QuestionOutline>>;
  /** Group of tabs to its tabs. */
  readonly tabs: Readonly<Record<string, readonly string[]>>;
  /** Repeater to its number of components. */
  readonly repeaters: Readonly<Record<string, number>>;
}

function choicesOf(question: Question): readonly string[] | undefined {
  if (!isChoice(question)) return undefined;
  const lists = choiceTraitsOf(question).lists(question).map(fixedOptions);
  if (lists.some((list) => list === undefined)) return undefined;
  return [...new Set(lists.flatMap((list) => list ?? []).map(({ value }) => value))];
}

export function outlineOf(form: Form): FormOutline {
  const questions: Record<string, QuestionOutline> = {};
  for (const { question, page, gates } of form.fields) {
    const choices = choicesOf(question);
    questions[question.key] = {
      kind: question.kind,
      page,
      isDocument: isDocument(question),
      isRequired: question.required === true,
      maxLength: maxLengthOf(question),
      ...(choices && { choices }),
      when: gates.flatMap((gate) => (gate.kind === 'condition' ? [gate.when] : [])),
    };
  }
  return {
    migrations: (form.migrations ?? []).map(({ id }) => id),
    pages: form.pages.map(({ id }) => id),
    questions,
    tabs: Object.fromEntries([...form.tabGroups].map(([id, { tabs }]) => [id, tabs.map((tab) => tab.id)])),
    repeaters: Object.fromEntries([...form.repeaters].map(([id, one]) => [id, one.maxNumberOfComponents])),
  };
}
