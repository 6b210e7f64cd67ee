import type { Question, QuestionKind } from '@firstyear/form-engine';
import { useFormView } from './form-view.ts';
import { inputOf } from './widgets/inputs.ts';
import { isOfKind } from './widgets/kind-view.ts';

function OfKind<K extends QuestionKind>({ kind, question }: { readonly kind: K; readonly question: Question }) {
  const Input = inputOf(kind);
  return isOfKind(question, kind) ? <Input question={question} /> : null;
}

/** One question. The only place that decides between input and plain text. */
export function QuestionView({ question }: { readonly question: Question }) {
  const { reading } = useFormView();
  return reading ? <reading.Question question={question} /> : <OfKind kind={question.kind} question={question} />;
}
