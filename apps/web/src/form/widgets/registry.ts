import type { QuestionKind } from '@firstyear/application-form';
import { CheckEdit } from './check/edit.tsx';
import { CheckRead } from './check/read.tsx';
import { ConditionalSelectEdit } from './conditional-select/edit.tsx';
import { DateEdit } from './date/edit.tsx';
import { FileEdit } from './file/edit.tsx';
import { FileRead } from './file/read.tsx';
import { LookupEdit } from './lookup/edit.tsx';
import { PasswordEdit } from './password/edit.tsx';
import { PasswordRead } from './password/read.tsx';
import { PhoneEdit } from './phone/edit.tsx';
import { PhoneRead } from './phone/read.tsx';
import { RadioEdit } from './radio/edit.tsx';
import { RadioRead } from './radio/read.tsx';
import { SelectEdit } from './select/edit.tsx';
import { ChoiceRead } from './select/read.tsx';
import { TextEdit } from './text/edit.tsx';
import { PlainRead, TextareaRead, TextRead } from './text/read.tsx';
import { TextareaEdit } from './textarea/edit.tsx';
import type { Widget } from './widget.ts';

/** The widget of every kind of question. A kind without one does not compile. */
export const WIDGETS: { readonly [K in QuestionKind]: Widget<K> } = {
  text: { Edit: TextEdit, Read: TextRead },
  textarea: { Edit: TextareaEdit, Read: TextareaRead },
  date: { Edit: DateEdit, Read: PlainRead },
  password: { Edit: PasswordEdit, Read: PasswordRead },
  phone: { Edit: PhoneEdit, Read: PhoneRead },
  select: { Edit: SelectEdit, Read: ChoiceRead },
  'conditional-select': { Edit: ConditionalSelectEdit, Read: ChoiceRead },
  radio: { Edit: RadioEdit, Read: RadioRead },
  check: { Edit: CheckEdit, Read: CheckRead },
  lookup: { Edit: LookupEdit, Read: PlainRead },
  file: { Edit: FileEdit, Read: FileRead },
};
