import type { Question, QuestionKind } from '@firstyear/form-engine';
import { isOfKind, type KindView } from '@firstyear/form-reading/kind-view.ts';
import { CheckEdit } from './widgets/check/edit.tsx';
import { ConditionalSelectEdit } from './widgets/conditional-select/edit.tsx';
import { DateEdit } from './widgets/date/edit.tsx';
import { FileEdit } from './widgets/file/edit.tsx';
import { LookupEdit } from './widgets/lookup/edit.tsx';
import { NumberEdit } from './widgets/number/edit.tsx';
import { PasswordEdit } from './widgets/password/edit.tsx';
import { PhoneEdit } from './widgets/phone/edit.tsx';
import { RadioEdit } from './widgets/radio/edit.tsx';
import { SelectEdit } from './widgets/select/edit.tsx';
import { TextEdit } from './widgets/text/edit.tsx';
import { TextareaEdit } from './widgets/textarea/edit.tsx';

function OfKind<K extends QuestionKind>({ kind, question }: { readonly kind: K; readonly question: Question }) {
  const Input = inputOf(kind);
  return isOfKind(question, kind) ? <Input question={question} /> : null;
}

/** One question with its input. */
export function QuestionView({ question }: { readonly question: Question }) {
  return <OfKind kind={question.kind} question={question} />;
}

/** The input of every kind of question. A kind without one does not compile. */
const INPUTS = {
  text: TextEdit,
  textarea: TextareaEdit,
  date: DateEdit,
  number: NumberEdit,
  password: PasswordEdit,
  phone: PhoneEdit,
  select: SelectEdit,
  'conditional-select': ConditionalSelectEdit,
  radio: RadioEdit,
  check: CheckEdit,
  lookup: LookupEdit,
  file: FileEdit,
} satisfies { readonly [K in QuestionKind]: KindView<K> };

/** How a kind of question is asked. */
export function inputOf<K extends QuestionKind>(kind: K): KindView<K> {
  const inputs: { readonly [Kind in QuestionKind]: KindView<Kind> } = INPUTS;
  return inputs[kind];
}
