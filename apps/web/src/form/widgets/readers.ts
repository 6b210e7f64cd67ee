import type { QuestionKind } from '@firstyear/form-engine';
import { CheckRead } from './check/read.tsx';
import { ConditionalSelectRead } from './conditional-select/read.tsx';
import { DateRead } from './date/read.tsx';
import { FileRead } from './file/read.tsx';
import type { KindView } from './kind-view.ts';
import { LookupRead } from './lookup/read.tsx';
import { NumberRead } from './number/read.tsx';
import { PasswordRead } from './password/read.tsx';
import { PhoneRead } from './phone/read.tsx';
import { RadioRead } from './radio/read.tsx';
import { SelectRead } from './select/read.tsx';
import { TextRead } from './text/read.tsx';
import { TextareaRead } from './textarea/read.tsx';

/** How the answer to every kind of question is read. A kind without it does not compile. */
const READERS = {
  text: TextRead,
  textarea: TextareaRead,
  date: DateRead,
  number: NumberRead,
  password: PasswordRead,
  phone: PhoneRead,
  select: SelectRead,
  'conditional-select': ConditionalSelectRead,
  radio: RadioRead,
  check: CheckRead,
  lookup: LookupRead,
  file: FileRead,
} satisfies { readonly [K in QuestionKind]: KindView<K> };

/** How the answer to a kind of question is read. */
export function readerOf<K extends QuestionKind>(kind: K): KindView<K> {
  const readers: { readonly [Kind in QuestionKind]: KindView<Kind> } = READERS;
  return readers[kind];
}
