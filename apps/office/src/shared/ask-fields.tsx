import type { OfficeChecklist } from '@firstyear/api-contract/desk';
import type { RequestKind } from '@firstyear/api-contract/items';
import { useWords } from '@firstyear/ui/words.ts';
import { officeChecklist } from '@firstyear/words/office-checklist';
import { type ReactNode, useState } from 'react';
import { isReason, SelectField, TextField } from './fields.tsx';
import { usePartner } from './partner.ts';

/** What the office asks applicants for, as it is typed; `due_on` is '' for no day. */
export interface Asked {
  readonly request: RequestKind;
  readonly title: string;
  readonly text: string;
  readonly due_on: string;
}
export const NOTHING_ASKED: Asked = { request: 'paper', title: '', text: '', due_on: '' };

const OWN = '';

// The Swedish write days as YYYY-MM-DD.
const isPast = (day: string, timeZone: string): boolean =>
  day !== '' && day < new Date().toLocaleDateString('sv-SE', { timeZone });

/** The payload of a request. Undefined while the title is missing or the day is in the past. */
export function requestOf({ request, title, text, due_on }: Asked, timeZone: string) {
  if (!isReason(title) || isPast(due_on, timeZone)) return undefined;
  return { request, title: title.trim(), text: text.trim(), due_on: due_on === '' ? null : due_on };
}

interface AskFieldsProps {
  readonly asked: Asked;
  /** Texts of the university's list to begin with. */
  readonly canned: OfficeChecklist['canned'];
  readonly titleHint: string;
  /** Whether missing and wrong fields are marked. */
  readonly isChecked: boolean;
  readonly kinds: readonly RequestKind[];
  /** Fields between the kind and the words. */
  readonly children?: ReactNode;
  readonly onChange: (asked: Asked) => void;
}

/** The fields of what the office asks applicants for. */
export function AskFields({ asked, canned, titleHint, isChecked, kinds, children, onChange }: AskFieldsProps) {
  const words = useWords(officeChecklist);
  const { partner } = usePartner();
  const { request, title, text, due_on } = asked;
  const set = (part: Partial<Asked>) => onChange({ ...asked, ...part });
  const [chosen, setChosen] = useState(OWN);
  const choose = (value: string) => {
    setChosen(value);
    const texts = canned.find(({ title }) => title === value);
    if (texts) set(texts);
  };
  return (
    <>
      {canned.length > 0 && (
        <SelectField
          id="ask-canned"
          label={words.canned}
          value={chosen}
          choices={[{ value: OWN, label: words.own }, ...canned.map(({ title }) => ({ value: title, label: title }))]}
          onChange={choose}
        />
      )}
      <SelectField
        id="ask-kind"
        label={words.kind}
        value={request}
        choices={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        onChange={(value) => set({ request: value })}
      />
      {children}
      <TextField
        id="ask-title"
        label={words.itsTitle}
        hint={titleHint}
        errors={isChecked && !isReason(title) ? [words.titleNeeded] : []}
        required
        maxLength={120}
        value={title}
        onChange={(value) => set({ title: value })}
      />
      <TextField
        id="ask-text"
        label={words.text}
        rows={4}
        maxLength={2500}
        value={text}
        onChange={(value) => set({ text: value })}
      />
      <TextField
        id="ask-due"
        type="date"
        label={words.dueOn}
        hint={words.dueHint}
        errors={isChecked && isPast(due_on, partner.time_zone) ? [words.duePast] : []}
        value={due_on}
        onChange={(value) => set({ due_on: value })}
      />
    </>
  );
}
