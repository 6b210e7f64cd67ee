import type { QuestionKind } from '@firstyear/application-form';
import { CheckEdit } from './check/edit.tsx';
import { CheckRead } from './check/read.tsx';
import { ConditionalSelectEdit } from './conditional-select/edit.tsx';
import { ConditionalSelectRead } from './conditional-select/read.tsx';
import { DateEdit } from './date/edit.tsx';
import { DateRead } from './date/read.tsx';
import { FileEdit } from './file/edit.tsx';
import { FileRead } from './file/read.tsx';
import { LookupEdit } from './lookup/edit.tsx';
import { LookupRead } from './lookup/read.tsx';
import { NumberEdit } from './number/edit.tsx';
import { NumberRead } from './number/read.tsx';
import { PasswordEdit } from './password/edit.tsx';
import { PasswordRead } from './password/read.tsx';
import { PhoneEdit } from './phone/edit.tsx';
import { PhoneRead } from './phone/read.tsx';
import { RadioEdit } from './radio/edit.tsx';
import { RadioRead } from './radio/read.tsx';
import { SelectEdit } from './select/edit.tsx';
import { SelectRead } from './select/read.tsx';
import { TextEdit } from './text/edit.tsx';
import { TextRead } from './text/read.tsx';
import { TextareaEdit } from './textarea/edit.tsx';
import { TextareaRead } from './textarea/read.tsx';
import type { Widget } from './widget.ts';

/** The widget of every kind of question. A kind without one does not compile. */
const WIDGETS = {
  text: { Edit: TextEdit, Read: TextRead },
  textarea: { Edit: TextareaEdit, Read: TextareaRead },
  date: { Edit: DateEdit, Read: DateRead },
  number: { Edit: NumberEdit, Read: NumberRead },
  password: { Edit: PasswordEdit, Read: PasswordRead },
  phone: { Edit: PhoneEdit, Read: PhoneRead },
  select: { Edit: SelectEdit, Read: SelectRead },
  'conditional-select': { Edit: ConditionalSelectEdit, Read: ConditionalSelectRead },
  radio: { Edit: RadioEdit, Read: RadioRead },
  check: { Edit: CheckEdit, Read: CheckRead },
  lookup: { Edit: LookupEdit, Read: LookupRead },
  file: { Edit: FileEdit, Read: FileRead },
} satisfies { readonly [K in QuestionKind]: Widget<K> };

/** How a kind of question is asked and read. */
export function widgetOf<K extends QuestionKind>(kind: K): Widget<K> {
  const widgets: { readonly [Kind in QuestionKind]: Widget<Kind> } = WIDGETS;
  return widgets[kind];
}
