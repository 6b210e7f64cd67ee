import { paperLabelOf, type Question, type QuestionKind } from '@firstyear/application-form';
import { ChangeableAnswer } from './changeable-answer.tsx';
import { useFormView } from './form-view.ts';
import { widgetOf } from './widgets/registry.ts';
import { isOfKind } from './widgets/widget.ts';

function OfKind<K extends QuestionKind>({ kind, question }: { readonly kind: K; readonly question: Question }) {
  const { mode } = useFormView();
  const { Edit, Read } = widgetOf(kind);
  if (!isOfKind(question, kind)) return null;
  if (mode === 'interactive') return <Edit question={question} />;
  return (
    <ChangeableAnswer keys={[question.key]} label={paperLabelOf(question)}>
      <Read question={question} />
    </ChangeableAnswer>
  );
}

/** One question. The only place that decides between input and plain text. */
export function QuestionView({ question }: { readonly question: Question }) {
  return <OfKind kind={question.kind} question={question} />;
}
