import { type Item, isQuestion, type Repeater } from '@firstyear/form-engine';
import type { WordsOf } from '@firstyear/words';
import type { formPage } from '@firstyear/words/form-page';
import { identityOf } from './item-identity.ts';

type FormWords = WordsOf<typeof formPage.texts>;

/**
 * Components of one question each, with labels that count them: they are a list, in which headings would only repeat the
 * label. undefined: the components are more than that.
 */
export function countedQuestions(
  { noun, components }: Repeater,
  words: FormWords,
): readonly (readonly Item[])[] | undefined {
  const counted = components.map((items, position) =>
    items
      .filter(isQuestion)
      .map((question) => ({ ...question, label: words.component({ noun, number: position + 1 }) })),
  );
  const isList = components.every((items, position) => items.length === 1 && counted[position]?.length === 1);
  return isList ? counted : undefined;
}

/** What tells one component from the others. */
export const componentKey = (items: readonly Item[]): string => items.map(identityOf).join(' ');
