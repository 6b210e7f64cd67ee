import type { QuestionKind } from '@firstyear/form-engine';
import type { KindView } from '@firstyear/form-reading/kind-view.ts';
import { CheckEdit } from './check/edit.tsx';
import { ConditionalSelectEdit } from './conditional-select/edit.tsx';
import { DateEdit } from './date/edit.tsx';
import { FileEdit } from './file/edit.tsx';
import { LookupEdit } from './lookup/edit.tsx';
import { NumberEdit } from './number/edit.tsx';
import { PasswordEdit } from './password/edit.tsx';
import { PhoneEdit } from './phone/edit.tsx';
import { RadioEdit } from './radio/edit.tsx';
import { SelectEdit } from './select/edit.tsx';
import { TextEdit } from './text/edit.tsx';
import { TextareaEdit } from './textarea/edit.tsx';

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
