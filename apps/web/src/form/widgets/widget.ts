import type { Question, QuestionKind, QuestionOf } from '@firstyear/application-form';
import type { ComponentType } from 'react';

/** How one kind of question is asked, and how its answer is read. */
export interface Widget<K extends QuestionKind> {
  readonly Edit: ComponentType<{ readonly question: QuestionOf<K> }>;
  readonly Read: ComponentType<{ readonly question: QuestionOf<K> }>;
}

export function isOfKind<K extends QuestionKind>(question: Question, kind: K): question is QuestionOf<K> {
  return question.kind === kind;
}
