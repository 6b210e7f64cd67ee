import type { Question, QuestionKind, QuestionOf } from '@firstyear/form-engine';
import { isOfKind, type KindView } from '@firstyear/form-reading/kind-view.ts';
import { DocumentQuestion } from '../documents/document-question.tsx';
import { useFormView, useQuestionParts } from './question-field.tsx';
import { CheckEdit, RadioEdit } from './widgets/choice.tsx';
import { DateEdit } from './widgets/date.tsx';
import { LookupEdit } from './widgets/lookup.tsx';
import { NumberEdit } from './widgets/number.tsx';
import { PhoneEdit } from './widgets/phone.tsx';
import { SelectEdit } from './widgets/select.tsx';
import { PasswordEdit, TextEdit } from './widgets/text.tsx';
import { TextareaEdit } from './widgets/textarea.tsx';

function FileEdit({ question }: { readonly question: QuestionOf<'file'> }) {
  return <DocumentQuestion isLoggedIn={useFormView().isLoggedIn} parts={useQuestionParts(question)} />;
}

function OfKind<K extends QuestionKind>({ kind, question }: { readonly kind: K; readonly question: Question }) {
  const Input = inputOf(kind);
  return isOfKind(question, kind) ? <Input question={question} /> : null;
}

export function QuestionView({ question }: { readonly question: Question }) {
  return <OfKind kind={question.kind} question={question} />;
}

/** The input of every kind of question. A kind without one is a type error. */
const INPUTS = {
  text: TextEdit,
  textarea: TextareaEdit,
  date: DateEdit,
  number: NumberEdit,
  password: PasswordEdit,
  phone: PhoneEdit,
  select: SelectEdit,
  'conditional-select': SelectEdit,
  radio: RadioEdit,
  check: CheckEdit,
  lookup: LookupEdit,
  file: FileEdit,
} satisfies { readonly [K in QuestionKind]: KindView<K> };

function inputOf<K extends QuestionKind>(kind: K): KindView<K> {
  const inputs: { readonly [Kind in QuestionKind]: KindView<Kind> } = INPUTS;
  return inputs[kind];
}
