import {
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
import { useWords } from '@firstyear/ui/words.ts';
import { officeMany } from '@firstyear/words/office-many';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isChangedSince, request } from '../shared/api.ts';
import { type Choices, choiceWords, colleagueName } from '../shared/choice-words.ts';
import { useFirstError } from '../shared/fields.tsx';
import { useFormats } from '../shared/formats.tsx';
import { useKept } from '../shared/kept.ts';
import { ShownMail } from '../shared/letter.tsx';
import { usePartner } from '../shared/partner.ts';
import { choicesQuery, queryOf, useMe, useRefetch } from '../shared/queries.ts';
import { useSentence } from '../shared/states.tsx';
import { ActFields, actOf, EMPTY, type Fields } from './act-fields.tsx';
import styles from './list.module.css';

const POLL_MS = 500;

const keptFields = new Map<string, Fields>();

interface ManyDialogProps {
  readonly kind: ManyAct;
  readonly selection: Selection;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks what to do, then says how many applications it will change, then shows its progress. */
function ManyDialog({ kind, selection, onDone, onClose }: ManyDialogProps) {
  const words = useWords(officeMany);
  const sentence = useSentence();
  const refetch = useRefetch();
  const [fields, setFields] = useKept(keptFields, kind, EMPTY);
  const [isChecked, setIsChecked] = useState(false);
  /** The last act that was sent. However often it is sent, its idempotency key makes it one job. */
  const sent = useRef({ act: '', attempt: '' });
  const previewing = useMutation({
    mutationFn: (act: ManyActOf) => request(previewMany, { payload: { act, selection } }),
  });
  const starting = useMutation({
    mutationFn: ({ act, previewed }: { readonly act: ManyActOf; readonly previewed: string }) => {
      const text = JSON.stringify(act);
      if (sent.current.act !== text) sent.current = { act: text, attempt: crypto.randomUUID() };
      return request(startMany, { payload: { attempt: sent.current.attempt, act, selection, previewed } });
    },
    onError: (error, { act }) => {
      if (isChangedSince(error)) previewing.mutate(act);
    },
  });
  const job = starting.data?.id;
  const { data: progress } = useQuery({
    ...queryOf('many', manyProgress, { params: { id: job ?? '' } }),
    enabled: job !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : POLL_MS),
  });
  const { data: choices } = useQuery(choicesQuery);
  const { typedMoment, typedInstant } = useFormats();
  const { partner } = usePartner();
  const act = actOf(kind, fields, typedInstant, partner.time_zone);
  const itemName = choiceWords(choices)('items', fields.rule);
  const label = fields.label.trim();
  const what = {
    add_label: choices?.labels.find((known) => known.toLowerCase() === label.toLowerCase()) ?? label,
    remove_label: label,
    withdraw: fields.reason.trim(),
    assign: fields.to === '' ? words.nobody : colleagueName(choices, fields.to, ''),
    set_stage: fields.stage === '' ? words.noStage : choiceWords(choices)('stages', fields.stage),
    message: choiceWords(choices)('messages', fields.message.which) || fields.message.subject.trim(),
    mail_again: words.mails[fields.mail],
    extend_deadline: typedMoment(fields.until),
    ask: fields.asked.title.trim(),
    accept_item: itemName,
    waive_item: itemName,
  }[kind];
  const errors = useFirstError<HTMLFormElement>();
  const preview = () => {
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
    void refetch('applications', 'views', 'choices');
    onDone();
  };
  const back = () => {
    previewing.reset();
    // Why an earlier start failed is not about what is asked next.
    starting.reset();
  };
  const leftOut = progress?.left_out ?? previewing.data?.left_out ?? [];
  const error = starting.error ?? previewing.error;
  const actions =
    job !== undefined ? (
      <Button onClick={close}>{words.close}</Button>
    ) : previewing.data ? (
      <>
        {act && previewing.data.count > 0 && (
          <Button
            key="start"
            busy={starting.isPending}
            onClick={() => starting.mutate({ act, previewed: previewing.data.previewed })}
          >
            {words.start[kind]}
          </Button>
        )}
        <Button key="back" variant="secondary" onClick={back}>
          {words.back}
        </Button>
      </>
    ) : (
      <>
        <Button key="preview" busy={previewing.isPending} onClick={preview}>
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
            preview();
          }}
        >
          <ActFields kind={kind} fields={fields} isChecked={isChecked} onChange={setFields} />
          <button type="submit" hidden />
        </form>
      ) : (
        <p role="status" tabIndex={-1} ref={statement}>
          {job === undefined
            ? words.will[kind]({ count: previewing.data.count, what })
            : isDone
              ? words.done({ count: progress.done - progress.left_out.length })
              : progress && progress.state !== 'waiting'
                ? words.progress({ done: progress.done, total: progress.total })
                : words.waiting}
        </p>
      )}
      {job === undefined &&
        previewing.data?.mails.map(({ count, ...mail }) => (
          <section key={mail.language}>
            <p>{words.mailsTo[mail.language]({ count })}</p>
            <ShownMail mail={mail} />
          </section>
        ))}
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

/** Whether the university has what an act needs. */
function isPossible(act: ManyAct, choices: Choices | undefined): boolean {
  if (act === 'set_stage') return (choices?.stages ?? []).length > 0;
  if (act === 'accept_item' || act === 'waive_item') return (choices?.items ?? []).length > 0;
  return true;
}

/** The acts that this person may do on the selected applications. */
export function ManyActs({ selection, onDone }: { readonly selection: Selection; readonly onDone: () => void }) {
  const words = useWords(officeMany);
  const me = useMe();
  const [kind, setKind] = useState<ManyAct>();
  const { data: choices } = useQuery(choicesQuery);
  const allowed = MANY_ACTS.filter((act) => me.acts_on_many.includes(act) && isPossible(act, choices));
  if (allowed.length === 0 || me.is_read_only) return null;
  return (
    <fieldset className={`row ${styles.acts}`}>
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
