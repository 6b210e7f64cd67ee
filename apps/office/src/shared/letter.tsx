import { type Letter, type Message, previewLetter, type ShownLetter } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeLetters } from '@firstyear/words/office-letters';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SelectField, TextField } from './fields.tsx';
import styles from './letter.module.css';
import { choicesQuery, queryOf } from './queries.ts';
import { QueryState } from './states.tsx';

/** A mail as an applicant gets it, with the English below where it is in another language. */
export function ShownMail({ mail }: { readonly mail: ShownLetter }) {
  const words = useWords(officeLetters);
  const { recipient, language, subject, text, english } = mail;
  return (
    <figure className={styles.mail}>
      <figcaption>{words.to({ recipient, language: words.language[language] })}</figcaption>
      <div lang={language} dir="auto">
        <p>
          <strong>{subject}</strong>
        </p>
        <p className={styles.body}>{text.trim()}</p>
      </div>
      {english && (
        <details>
          <summary>{words.inEnglish}</summary>
          <p>
            <strong>{english.subject}</strong>
          </p>
          <p className={styles.body}>{english.text.trim()}</p>
        </details>
      )}
    </figure>
  );
}

/** The mail that an act on an application would send. */
function LetterPreview({ id, about }: { readonly id: string; readonly about: Letter }) {
  const query = useQuery({
    ...queryOf('letter', previewLetter, { params: { id }, payload: { about } }),
    placeholderData: keepPreviousData,
  });
  return query.data ? <ShownMail mail={query.data} /> : <QueryState query={query} />;
}

interface TellBoxProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** The box that decides whether an act notifies the applicant. */
export function TellBox({ isOn, onChange }: TellBoxProps) {
  const words = useWords(officeLetters);
  return (
    <label className={styles.tell}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {words.tell}
    </label>
  );
}

interface TellProps extends TellBoxProps {
  readonly id: string;
  /** Undefined while a field of the act is missing. */
  readonly about: Letter | undefined;
}

/** Whether an act notifies the applicant, and its mail. */
export function Tell({ id, about, isOn, onChange }: TellProps) {
  return (
    <>
      <TellBox isOn={isOn} onChange={onChange} />
      {isOn && about && <LetterPreview id={id} about={about} />}
    </>
  );
}

/** A message while it is written. `which`: the id of a text of the partner's list; '' for own words. */
export interface MessageDraft {
  readonly which: string;
  readonly subject: string;
  readonly text: string;
}
export const EMPTY_MESSAGE: MessageDraft = { which: '', subject: '', text: '' };

/** The message of a draft; undefined while own words are missing. */
export function messageOf({ which, subject, text }: MessageDraft): Message | undefined {
  if (which !== '') return { id: which };
  return subject.trim() === '' || text.trim() === '' ? undefined : { subject: subject.trim(), text: text.trim() };
}

interface MessageFieldsProps {
  readonly draft: MessageDraft;
  /** Whether missing fields are marked. */
  readonly isChecked: boolean;
  readonly onChange: (draft: MessageDraft) => void;
}

/** Chooses one of the partner's texts, or takes own words. */
export function MessageFields({ draft, isChecked, onChange }: MessageFieldsProps) {
  const words = useWords(officeLetters);
  const { data: choices } = useQuery(choicesQuery);
  const messages = choices?.messages ?? [];
  const field = (name: 'subject' | 'text') => ({
    id: `message-${name}`,
    label: words[name],
    required: true,
    errors: isChecked && draft[name].trim() === '' ? [words.needed] : [],
    value: draft[name],
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
  });
  return (
    <div className={styles.fields}>
      {messages.length > 0 && (
        <SelectField
          id="message-which"
          label={words.which}
          value={draft.which}
          choices={[{ value: '', label: words.ownWords }, ...messages]}
          onChange={(which) => onChange({ ...draft, which })}
        />
      )}
      {draft.which === '' && (
        <>
          <TextField {...field('subject')} maxLength={150} />
          <TextField {...field('text')} hint={words.textHint} rows={8} maxLength={4000} />
        </>
      )}
    </div>
  );
}
