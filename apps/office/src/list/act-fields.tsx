import { MAILS_AGAIN, type ManyAct, type ManyActOf } from '@firstyear/api-contract/desk';
import { ASKED_OF_MANY } from '@firstyear/api-contract/items';
import { Field } from '@firstyear/ui/field.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeMany } from '@firstyear/words/office-many';
import { useQuery } from '@tanstack/react-query';
import { type Asked, AskFields, NOTHING_ASKED, requestOf } from '../shared/ask-fields.tsx';
import { assigneeOptions } from '../shared/choice-words.ts';
import { isReason, LabelInput, SelectField, TextField } from '../shared/fields.tsx';
import { type Formats, useFormats } from '../shared/formats.tsx';
import { EMPTY_MESSAGE, type MessageDraft, MessageFields, messageOf, TellBox } from '../shared/letter.tsx';
import { choicesQuery } from '../shared/queries.ts';
import table from '../shared/table.module.css';

/** The fields of all acts. */
export interface Fields {
  readonly label: string;
  readonly to: string;
  readonly stage: string;
  readonly mail: (typeof MAILS_AGAIN)[number];
  readonly until: string;
  readonly reason: string;
  readonly tells: boolean;
  readonly message: MessageDraft;
  readonly rule: string;
  readonly asked: Asked;
}

export const EMPTY: Fields = {
  label: '',
  to: '',
  stage: '',
  mail: 'sign_in',
  until: '',
  reason: '',
  tells: true,
  message: EMPTY_MESSAGE,
  rule: '',
  asked: NOTHING_ASKED,
};

/** The act with its fields; undefined while one is missing. */
export function actOf(
  kind: ManyAct,
  { label, to, stage, mail, until, reason, tells, message: draft, rule, asked }: Fields,
  instant: Formats['typedInstant'],
  timeZone: string,
): ManyActOf | undefined {
  const why = reason.trim();
  switch (kind) {
    case 'add_label':
    case 'remove_label':
      return label.trim() === '' ? undefined : { kind, label: label.trim() };
    case 'assign':
      return { kind, to: to === '' ? null : to };
    case 'set_stage':
      return { kind, to: stage };
    case 'message': {
      const message = messageOf(draft);
      return message && { kind, message };
    }
    case 'mail_again':
      return { kind, mail };
    case 'extend_deadline':
      return instant(until).getTime() > Date.now() && isReason(why)
        ? { kind, until: instant(until).toISOString(), reason: why, tells }
        : undefined;
    case 'withdraw':
      return isReason(why) ? { kind, reason: why, tells } : undefined;
    case 'ask': {
      const { request } = asked;
      const words = requestOf(asked, timeZone);
      return words && request !== 'correction' ? { kind, ...words, request } : undefined;
    }
    case 'accept_item':
      return rule === '' ? undefined : { kind, rule };
    case 'waive_item':
      return rule !== '' && isReason(why) ? { kind, rule, reason: why } : undefined;
  }
}

interface FieldsProps {
  readonly kind: ManyAct;
  readonly fields: Fields;
  /** Whether missing fields are marked. */
  readonly isChecked: boolean;
  readonly onChange: (fields: Fields) => void;
}

/** The fields of one act. */
export function ActFields({ kind, fields, isChecked, onChange }: FieldsProps) {
  const words = useWords(officeMany);
  const { typedMoment, typedInstant } = useFormats();
  const { data: choices } = useQuery(choicesQuery);
  const set = (part: Partial<Fields>) => onChange({ ...fields, ...part });
  const errors = (isMissing: boolean) => (isChecked && isMissing ? [words.needed] : []);
  const reason = (
    <TextField
      id="many-reason"
      label={words.reason}
      hint={words.reasonHint}
      errors={errors(!isReason(fields.reason))}
      required
      rows={3}
      maxLength={500}
      value={fields.reason}
      onChange={(reason) => set({ reason })}
    />
  );
  const tell = <TellBox isOn={fields.tells} onChange={(tells) => set({ tells })} />;
  switch (kind) {
    case 'add_label':
    case 'remove_label':
      return (
        <Field id="many-label" label={words.label} errors={errors(fields.label.trim() === '')} required>
          {(aria) => (
            <LabelInput
              {...aria}
              value={fields.label}
              onChange={(event) => set({ label: event.currentTarget.value })}
            />
          )}
        </Field>
      );
    case 'assign':
      return (
        <SelectField
          id="many-to"
          label={words.to}
          value={fields.to}
          choices={[{ value: '', label: words.nobody }, ...assigneeOptions(choices)]}
          onChange={(to) => set({ to })}
        />
      );
    case 'set_stage':
      return (
        <SelectField
          id="many-stage"
          label={words.stage}
          value={fields.stage}
          choices={[{ value: '', label: words.noStage }, ...(choices?.stages ?? [])]}
          onChange={(stage) => set({ stage })}
        />
      );
    case 'message':
      return <MessageFields draft={fields.message} isChecked={isChecked} onChange={(message) => set({ message })} />;
    case 'mail_again':
      return (
        <SelectField
          id="many-mail"
          label={words.mail}
          value={fields.mail}
          choices={MAILS_AGAIN.map((mail) => ({ value: mail, label: words.mails[mail] }))}
          onChange={(mail) => set({ mail })}
        />
      );
    case 'extend_deadline':
      return (
        <div className={`stack ${table.fields}`}>
          <TextField
            id="many-until"
            label={words.until}
            hint={typedMoment(fields.until)}
            errors={errors(!(typedInstant(fields.until).getTime() > Date.now()))}
            required
            type="datetime-local"
            value={fields.until}
            onChange={(until) => set({ until })}
          />
          {reason}
          {tell}
        </div>
      );
    case 'withdraw':
      return (
        <div className={`stack ${table.fields}`}>
          {reason}
          {tell}
        </div>
      );
    case 'ask':
      return (
        <div className={`stack ${table.fields}`}>
          <AskFields
            kinds={ASKED_OF_MANY}
            asked={fields.asked}
            canned={choices?.requests ?? []}
            titleHint={words.askedHint}
            isChecked={isChecked}
            onChange={(asked) => set({ asked })}
          />
        </div>
      );
    case 'accept_item':
    case 'waive_item':
      return (
        <div className={`stack ${table.fields}`}>
          <SelectField
            id="many-item"
            label={words.item}
            value={fields.rule}
            choices={[{ value: '', label: '' }, ...(choices?.items ?? [])]}
            errors={errors(fields.rule === '')}
            required
            onChange={(rule) => set({ rule })}
          />
          {kind === 'waive_item' && reason}
        </div>
      );
  }
}
