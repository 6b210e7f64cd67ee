import type { QuestionOf } from '@firstyear/application-form';
import { useAnswer } from '../../../answers/hooks.ts';
import { ReadAnswer } from '../../read-answer.tsx';

/** A stored day, written out: May 4, 2008. */
function inWords(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? day : at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

export function DateRead({ question }: { readonly question: QuestionOf<'date'> }) {
  const day = String(useAnswer(question.key));
  return <ReadAnswer label={question.label}>{day === '' ? '' : inWords(day)}</ReadAnswer>;
}
