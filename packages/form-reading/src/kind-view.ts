import type { Question, QuestionKind, QuestionOf } from '@firstyear/form-engine';
import type { ComponentType } from 'react';

/** Draws questions of one kind: as inputs, or with their answers as text. */
export type KindView<K extends QuestionKind> = ComponentType<{ readonly question: QuestionOf<K> }>;

export function isOfKind<K extends QuestionKind>(question: Question, kind: K): question is QuestionOf<K> {
  return question.kind === kind;
}
