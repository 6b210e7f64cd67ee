import {
  MAILS_AGAIN,
  MANY_ACTS,
  type ManyAct,
  type ManyActOf,
  manyProgress,
  previewMany,
  type Selection,
  startMany,
} from '@firstyear/api-contract/desk';
import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { TextArea, TextInput } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { officeMany } from '@firstyear/words/office-many';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { request } from '../app/api.ts';
import { choicesQuery, useMe } from '../app/queries.ts';
import { useSentence } from '../app/states.tsx';
import table from '../app/table.module.css';
import { useFirstError } from '../app/use-first-error.ts';
import styles from './list.module.css';

const POLL_MS = 500;

/** Fields to fill in before an act. */
interface Given {
  readonly label: string;
  readonly to: string;
  readonly mail: (typeof MAILS_AGAIN)[number];
  readonly until: string;
  readonly reason: string;
}

const EMPTY: Given = { label: '', to: '', mail: 'sign_in', until: '', reason: '' };

/** The act with what was given; undefined while something is missing. */
function actOf(kind: ManyAct, { label, to, mail, until, reason }: Given): ManyActOf | undefined {
  const why = reason.trim();
  switch (kind) {
    case 'add_label':
    case 'remove_label':
      return label.trim() === '' ? undefined : { kind, label: label.trim() };
    case 'assign':
      return { kind, to: to === '' ? null : to };
    case 'mail_again':
      return { kind, mail };
    case 'extend_deadline':
      return Date.parse(until) > Date.now() && why.length > 2
        ? { kind, until: new Date(until).toISOString(), reason: why }
        : undefined;
    case 'withdraw':
      return why.length > 2 ? { kind, reason: why } : undefined;
  }
}

interface FieldsProps {
  readonly kind: ManyAct;
  readonly given: Given;
  readonly isChecked: boolean;
  readonly onChange: (given: Given) => void;
}

function ActFields({ kind, given, isChecked, onChange }: FieldsProps) {
  const words = useWords(officeMany);
  const { data: choices } = useQuery(choicesQuery);
  const errors = (isMissing: boolean) => (isChecked && isMissing ? [words.needed] : []);
  const reason = (
    <Field
      id="many-reason"
      label={words.reason}
      hint={words.reasonHint}
      errors={errors(given.reason.trim().length < 3)}
      required
    >
      {(aria) => (
        <TextArea
          {...aria}
          rows={3}
          maxLength={500}
          value={given.reason}
          onChange={(event) => onChange({ ...given, reason: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  switch (kind) {
    case 'add_label':
    case 'remove_label':
      return (
        <Field id="many-label" label={words.label} errors={errors(given.label.trim() === '')} required>
          {(aria) => (
            <>
              <TextInput
                {...aria}
                list="many-labels"
                maxLength={40}
                value={given.label}
                onChange={(event) => onChange({ ...given, label: event.currentTarget.value })}
              />
              <datalist id="many-labels">
                {choices?.labels.map((label) => (
                  <option key={label} value={label} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      );
    case 'assign':
      return (
        <Field id="many-to" label={words.to}>
          {(aria) => (
            <select
              {...aria}
              className={table.select}
              value={given.to}
              onChange={(event) => onChange({ ...given, to: event.currentTarget.value })}
            >
              <option value="">{words.nobody}</option>
              {choices?.colleagues.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      );
    case 'mail_again':
      return (
        <Field id="many-mail" label={words.mail}>
          {(aria) => (
            <select
              {...aria}
              className={table.select}
              value={given.mail}
              onChange={(event) =>
                onChange({
                  ...given,
                  mail: MAILS_AGAIN.find((mail) => mail === event.currentTarget.value) ?? given.mail,
                })
              }
            >
              {MAILS_AGAIN.map((mail) => (
                <option key={mail} value={mail}>
                  {words.mails[mail]}
                </option>
              ))}
            </select>
          )}
        </Field>
      );
    case 'extend_deadline':
      return (
        <div className={table.fields}>
          <Field id="many-until" label={words.until} errors={errors(!(Date.parse(given.until) > Date.now()))} required>
            {(aria) => (
              <TextInput
                {...aria}
                type="datetime-local"
                value={given.until}
                onChange={(event) => onChange({ ...given, until: event.currentTarget.value })}
              />
            )}
          </Field>
          {reason}
        </div>
      );
    case 'withdraw':
      return reason;
  }
}

interface ManyDialogProps {
  readonly kind: ManyAct;
  readonly selection: Selection;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What is to be done, then what it will do and to how many, then its progress. */
function ManyDialog({ kind, selection, onDone, onClose }: ManyDialogProps) {
  const words = useWords(officeMany);
  const sentence = useSentence();
  const queries = useQueryClient();
  const [given, setGiven] = useState(EMPTY);
  const [isChecked, setIsChecked] = useState(false);
  /** The same for each attempt of this dialog, so that it is one job however often it is sent. */
  const [attempt] = useState(() => crypto.randomUUID());
  const previewing = useMutation({
    mutationFn: (act: ManyActOf) => request(previewMany, { payload: { act, selection } }),
  });
  const starting = useMutation({
    mutationFn: (act: ManyActOf) => request(startMany, { payload: { attempt, act, selection } }),
  });
  const job = starting.data?.id;
  const { data: progress } = useQuery({
    queryKey: ['many', job],
    queryFn: ({ signal }) => request(manyProgress, { params: { id: job ?? '' }, signal }),
    enabled: job !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : POLL_MS),
  });
  const act = actOf(kind, given);
  const errors = useFirstError<HTMLFormElement>();
  const look = () => {
    setIsChecked(true);
    if (!act) errors.show();
    else if (!previewing.isPending) previewing.mutate(act);
  };
  const statement = useRef<HTMLParagraphElement>(null);
  const wasPreviewed = useRef(false);
  const isPreviewed = previewing.data !== undefined;
  useEffect(() => {
    if (isPreviewed) statement.current?.focus();
    else if (wasPreviewed.current) errors.area.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    wasPreviewed.current = isPreviewed;
  }, [isPreviewed, errors.area]);
  const isDone = progress?.state === 'done';
  const close = () => {
    if (job === undefined) return onClose();
    for (const key of ['applications', 'views', 'choices']) void queries.invalidateQueries({ queryKey: [key] });
    onDone();
  };
  const leftOut = progress?.left_out ?? previewing.data?.left_out ?? [];
  const error = starting.error ?? previewing.error;
  const actions =
    job !== undefined ? (
      <Button onClick={close}>{words.close}</Button>
    ) : previewing.data ? (
      <>
        {previewing.data.count > 0 && (
          <Button key="start" busy={starting.isPending} onClick={() => act && starting.mutate(act)}>
            {words.start[kind]}
          </Button>
        )}
        <Button key="back" variant="secondary" onClick={() => previewing.reset()}>
          {words.back}
        </Button>
      </>
    ) : (
      <>
        <Button key="preview" busy={previewing.isPending} onClick={look}>
          {words.preview}
        </Button>
        <Button key="cancel" variant="secondary" onClick={onClose}>
          {words.cancel}
        </Button>
      </>
    );
  return (
    <Dialog size="xs" title={words.title[kind]} onClose={close} actions={actions}>
      {error && <p role="alert">{sentence(error)}</p>}
      {previewing.data === undefined ? (
        <form
          ref={errors.area}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            look();
          }}
        >
          <ActFields kind={kind} given={given} isChecked={isChecked} onChange={setGiven} />
          <button type="submit" hidden />
        </form>
      ) : (
        <p role="status" tabIndex={-1} ref={statement}>
          {job === undefined
            ? words.will[kind]({ count: previewing.data.count })
            : isDone
              ? words.done({ count: progress.done })
              : progress && progress.state !== 'waiting'
                ? words.progress({ done: progress.done, total: progress.total })
                : words.waiting}
        </p>
      )}
      {leftOut.length > 0 && (
        <>
          <p>{words.leftOut({ count: leftOut.length })}</p>
          <ul className={styles.leftOut}>
            {leftOut.map(({ id, name, why }) => (
              <li key={id}>{words.leftOutWhy({ name, why })}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** What this person may do with the selected applications. */
export function ManyActs({ selection, onDone }: { readonly selection: Selection; readonly onDone: () => void }) {
  const words = useWords(officeMany);
  const me = useMe();
  const [kind, setKind] = useState<ManyAct>();
  const allowed = MANY_ACTS.filter((act) => me.acts_on_many.includes(act));
  if (allowed.length === 0 || me.is_read_only) return null;
  return (
    <fieldset className={styles.acts}>
      <legend>{words.acts}</legend>
      {allowed.map((act) => (
        <Button key={act} variant="quiet" onClick={() => setKind(act)}>
          {words[act]}
        </Button>
      ))}
      {kind && (
        <ManyDialog
          kind={kind}
          selection={selection}
          onDone={() => {
            setKind(undefined);
            onDone();
          }}
          onClose={() => setKind(undefined)}
        />
      )}
    </fieldset>
  );
}
