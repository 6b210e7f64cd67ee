import type { Question, QuestionKind } from '@firstyear/form-engine';
import { isOfKind } from '@firstyear/form-reading/kind-view.ts';
import { inputOf } from './widgets/inputs.ts';

function OfKind<K extends QuestionKind>({ kind, question }: { readonly kind: K; readonly question: Question }) {
  const Input = inputOf(kind);
  return isOfKind(question, kind) ? <Input question={question} /> : null;
}

/** One question with its input. */
export function QuestionView({ question }: { readonly question: Question }) {
  return <OfKind kind={question.kind} question={question} />;
}
