import {
  hideOfficeItem,
  moveOfficeItem,
  type OfficeApplication,
  type OfficeChecklist,
  type OfficeItem,
  type OfficeItemAct,
} from '@firstyear/api-contract/desk';
import { isDone } from '@firstyear/api-contract/item-states';
import { labelsOf } from '@firstyear/form-engine';
import { Button } from '@firstyear/ui/button.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { formatDay } from '@firstyear/words/format';
import { officeChecklist as checklistWords } from '@firstyear/words/office-checklist';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { request } from '../shared/api.ts';
import { useFormats } from '../shared/formats.tsx';
import { checklistQuery, useMe, useRefetch } from '../shared/queries.ts';
import { Failure, useAct } from '../shared/states.tsx';
import { ActsMenu, type MenuItem } from './acts-menu.tsx';
import { Changes, type Submissions } from './answers.tsx';
import styles from './application.module.css';
import list from './checklist.module.css';
import { AskDialog, ItemDialog, type ItemDialogKind, MoveDialog, useItemState } from './checklist-dialogs.tsx';
import { CorrectAnswerDialog } from './correct-dialog.tsx';
import { useRefresh } from './labels.tsx';
import { PaperInput } from './paper-input.tsx';

const POLL_MS = 2_000;

type Paper = OfficeItem['papers'][number];

/** The checklist of an application, read again while a paper is being converted. */
export const useChecklist = (id: string) =>
  useQuery({
    ...checklistQuery(id),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ papers }) => papers.some((paper) => paper.state === 'waiting')) ? POLL_MS : false,
  });

/** The key by which the viewer, and the address, name a paper. */
const paperKey = ({ id }: Paper) => `paper:${id}`;

/** The papers of a checklist, as the viewer of documents shows them. */
export const papersOf = ({ items }: OfficeChecklist): OfficeApplication['documents'] =>
  items.flatMap(({ title, papers }) => papers.map((paper) => ({ ...paper, key: paperKey(paper), label: title })));

function Papers({
  item,
  onMove,
}: {
  readonly item: OfficeItem;
  readonly onMove: ((paper: Paper) => void) | undefined;
}) {
  const words = useWords(checklistWords);
  const { shortMoment } = useFormats();
  const search = useSearch({ from: '/desk/applications/$id' });
  const senderOf = ({ by, helper, sent_by }: Paper) =>
    by ?? (helper ? words.fromHelper({ email: helper.email }) : words.sender[sent_by]);
  if (item.papers.length === 0) return null;
  return (
    <ul>
      {item.papers.map((paper) => (
        <li key={paper.id}>
          <Link to="." search={{ ...search, doc: paperKey(paper) }} hash="documents" replace>
            <bdi>{paper.file_name}</bdi>
          </Link>{' '}
          <span className="quiet">{words.paper({ sender: senderOf(paper), moment: shortMoment(paper.came_at) })}</span>{' '}
          {paper.helper?.is_counselor === false && <span className={list.failed}>{words.otherAddress}</span>}{' '}
          {paper.state === 'waiting' && <span className="quiet">{paper.message ?? words.waiting}</span>}
          {paper.state === 'failed' && <span className={list.failed}>{paper.message ?? words.unreadable}</span>}
          {onMove && (
            <Button
              variant="quiet"
              aria-label={words.moveNamed({ name: paper.file_name })}
              onClick={() => onMove(paper)}
            >
              {words.move}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Acts that need no words. */
const AT_ONCE = ['accept', 'accept_copy', 'reconsider'] as const satisfies readonly OfficeItemAct[];

interface ItemProps {
  readonly id: string;
  readonly submissions: Submissions;
  readonly item: OfficeItem;
  readonly canAct: boolean;
  readonly canMove: boolean;
  readonly onMove: (paper: Paper) => void;
  readonly onDone: () => Promise<unknown>;
}

function ItemActs({ id, item, onDone }: Pick<ItemProps, 'id' | 'item' | 'onDone'>) {
  const words = useWords(checklistWords);
  const [dialog, setDialog] = useState<ItemDialogKind>();
  const input = useRef<HTMLInputElement>(null);
  const params = { id, item: item.id };
  const { version, is_hidden } = item;
  const acting = useAct(
    (act: (typeof AT_ONCE)[number]) => request(moveOfficeItem, { params, payload: { act, version } }),
    onDone,
  );
  const hiding = useAct(() => request(hideOfficeItem, { params, payload: { is_hidden: !is_hidden, version } }), onDone);
  const can = (act: OfficeItemAct) => item.acts.includes(act);
  const more: readonly MenuItem[] = [
    [!isDone(item.state) && item.request !== 'correction', words.put, () => input.current?.click()],
    [can('waive'), words.waive, () => setDialog('waive')],
    [can('cancel'), words.cancel, () => setDialog('cancel')],
    [true, is_hidden ? words.show : words.hide, () => hiding.mutate()],
  ];
  return (
    <fieldset className={`row ${list.acts}`}>
      <legend>
        <VisuallyHidden>{words.acts({ title: item.title })}</VisuallyHidden>
      </legend>
      {AT_ONCE.filter(can).map((act, position) => (
        <Button
          key={act}
          data-act={item.state === 'came' || undefined}
          variant={position === 0 && item.state === 'came' ? 'primary' : 'secondary'}
          busy={acting.isPending && acting.variables === act}
          onClick={() => !acting.isPending && acting.mutate(act)}
        >
          {words[act]}
        </Button>
      ))}
      {can('return') && (
        <Button variant="secondary" onClick={() => setDialog('return')}>
          {words.return}
        </Button>
      )}
      <PaperInput id={id} item={item} input={input} onDone={onDone} />
      <ActsMenu label={words.more} closeLabel={words.close} items={more} />
      {dialog && <ItemDialog kind={dialog} id={id} item={item} onDone={onDone} onClose={() => setDialog(undefined)} />}
    </fieldset>
  );
}

/** The questions that the applicant is asked to correct, and what was corrected. */
function Corrected({ item, submissions }: Pick<ItemProps, 'item' | 'submissions'>) {
  const words = useWords(checklistWords);
  const made = submissions.changes.filter(({ earlier }) => earlier.item_id === item.id);
  return (
    <>
      <p className="quiet">{words.askedFor({ questions: labelsOf(submissions.read.form, item.asked_keys) })}</p>
      {item.came_at !== null && made.length === 0 && <p>{words.unchanged}</p>}
      {made.map((one) => (
        <Changes key={one.earlier.reopened_at} change={one} />
      ))}
    </>
  );
}

function Item({ id, submissions, item, canAct, canMove, onMove, onDone }: ItemProps) {
  const words = useWords(checklistWords);
  const language = useLanguage();
  const stateOf = useItemState();
  const { request: kind, requested_by: asker, due_on: dueOn } = item;
  const facts = [
    kind === null ? words.from[item.source] : asker ? words.askedBy({ name: asker }) : words.asked,
    dueOn && words.due({ day: formatDay(language, dueOn) }),
    item.is_hidden && words.hidden,
  ];
  return (
    <li className={list.item} data-state={item.state}>
      <div className={`row ${list.head}`}>
        <h3 dir="auto">{item.title}</h3>
        <span className={list.state} dir="auto">
          {stateOf(item)}
        </span>
      </div>
      <p className="quiet">{facts.filter(Boolean).join(' · ')}</p>
      {kind !== null && item.text !== '' && (
        <p className={styles.note} dir="auto">
          {item.text}
        </p>
      )}
      {item.reply !== '' && (
        <figure className={list.reply}>
          <figcaption>{words.reply}</figcaption>
          <blockquote dir="auto">{item.reply}</blockquote>
        </figure>
      )}
      {kind === 'correction' && <Corrected item={item} submissions={submissions} />}
      <Papers item={item} onMove={canAct && canMove ? onMove : undefined} />
      {canAct && <ItemActs id={id} item={item} onDone={onDone} />}
    </li>
  );
}

interface ChecklistProps {
  readonly application: OfficeApplication;
  readonly submissions: Submissions;
  readonly query: ReturnType<typeof useChecklist>;
}

/** What the application needs beside its answers: where each of it stands, what came, and what to do with it. */
export function Checklist({ application, submissions, query: { data, error, refetch } }: ChecklistProps) {
  const words = useWords(checklistWords);
  const me = useMe();
  const { id, status } = application.row;
  const [moved, setMoved] = useState<{ readonly paper: Paper; readonly from: string }>();
  const [asking, setAsking] = useState<'anything' | 'answer'>();
  const refresh = useRefresh(id);
  const refetchNamed = useRefetch();
  const onDone = () => Promise.all([refetchNamed('checklist'), refresh()]);
  const canAct = me.rights.includes('checklist') && !me.is_read_only && status === 'submitted';
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || (data.items.length === 0 && !canAct)) return null;
  return (
    <section id="checklist" aria-labelledby="checklist-title" className={styles.summary}>
      <h2 id="checklist-title">{words.title}</h2>
      {data.items.length === 0 && <p className="quiet">{words.empty}</p>}
      <ul className={list.items}>
        {data.items.map((item) => (
          <Item
            key={item.id}
            id={id}
            submissions={submissions}
            item={item}
            canAct={canAct}
            canMove={data.items.length > 1}
            onMove={(paper) => setMoved({ paper, from: item.id })}
            onDone={onDone}
          />
        ))}
      </ul>
      {canAct && (
        <div className={`row ${list.acts}`}>
          <Button variant="secondary" onClick={() => setAsking('anything')}>
            {words.ask}
          </Button>
          <Button variant="secondary" onClick={() => setAsking('answer')}>
            {words.correctOne}
          </Button>
        </div>
      )}
      {asking === 'anything' && (
        <AskDialog id={id} read={submissions.read} {...data} onDone={onDone} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'answer' && (
        <CorrectAnswerDialog id={id} read={submissions.read} onDone={onDone} onClose={() => setAsking(undefined)} />
      )}
      {moved && (
        <MoveDialog
          id={id}
          paper={moved.paper}
          from={moved.from}
          items={data.items.filter((item) => item.id !== moved.from && item.request !== 'correction')}
          onDone={onDone}
          onClose={() => setMoved(undefined)}
        />
      )}
    </section>
  );
}
