import {
  type CheckGroup,
  type Item,
  isQuestion,
  type Notice,
  type Question,
  type Row,
  widthOf,
} from '@firstyear/form-engine';
import { DateWindowView } from '@firstyear/form-reading/date-window.tsx';
import { identityOf } from '@firstyear/form-reading/item-identity.ts';
import { FieldGroup } from '@firstyear/ui/field.tsx';
import { ExternalLink } from '@firstyear/ui/link.tsx';
import { memo, type ReactNode, useId } from 'react';
import { useAnswerStore, useHolds } from '../answers/hooks.ts';
import { useDrawnItems } from './drawing-steps.ts';
import styles from './form.module.css';
import { GroupView } from './group.tsx';
import { MonthYearView } from './month-year.tsx';
import { QuestionView } from './question.tsx';
import { RepeaterView } from './repeater.tsx';
import { SectionView } from './section.tsx';
import { TabGroupView } from './tab-group.tsx';
import { UndoLine } from './undo-line.tsx';

function ConditionalView({ item }: { readonly item: Extract<Item, { kind: 'conditional' }> }): ReactNode {
  const isShown = useHolds(item.when);
  return (
    <>
      <UndoLine isHere={(place) => place.kind === 'condition' && place.when === item.when} />
      {isShown && <Items items={item.items} />}
    </>
  );
}

const drawItems = (items: readonly Item[]) => <Items items={items} />;

const ItemView = memo(function ItemView({ item }: { readonly item: Item }): ReactNode {
  const { moment } = useAnswerStore();
  if (isQuestion(item)) return <LineView question={item} />;
  switch (item.kind) {
    case 'section':
      return (
        <SectionView section={item}>
          <Items items={item.items} />
        </SectionView>
      );
    case 'group':
      return (
        <GroupView group={item}>
          <Items items={item.items} />
        </GroupView>
      );
    case 'row':
      return <RowView row={item} />;
    case 'check-group':
      return <CheckGroupView group={item} />;
    case 'month-year':
      return <MonthYearView pair={item} />;
    case 'conditional':
      return <ConditionalView item={item} />;
    case 'tab-group':
      return <TabGroupView group={item}>{drawItems}</TabGroupView>;
    case 'repeater':
      return <RepeaterView repeater={item}>{drawItems}</RepeaterView>;
    case 'date-window':
      return (
        <DateWindowView item={item} moment={moment}>
          <Items items={item.items} />
        </DateWindowView>
      );
    case 'notice':
      return <NoticeView notice={item} />;
  }
});

export const Items = memo(function Items({ items }: { readonly items: readonly Item[] }): ReactNode {
  return useDrawnItems(items).map((item) => <ItemView key={identityOf(item)} item={item} />);
});

function CheckGroupView({ group }: { readonly group: CheckGroup }) {
  const id = useId();
  const checks = group.checks.map((check) => <QuestionView key={check.key} question={check} />);
  return (
    <FieldGroup id={id} label={group.legend} hint={group.hint}>
      <div className={styles.checks}>{checks}</div>
    </FieldGroup>
  );
}

/** A paragraph for the reader, which paper and review leave out. */
function NoticeView({ notice }: { readonly notice: Notice }) {
  return (
    <div className={styles.notice}>
      <p className={styles.text}>{notice.text}</p>
      {notice.links && (
        <ul className={`row ${styles.links}`}>
          {notice.links.map(({ label, href }) => (
            <li key={href}>
              <ExternalLink href={href}>{label}</ExternalLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function RowView({ row }: { readonly row: Row }) {
  return (
    <div className={styles.row} data-width="pair">
      {row.questions.map((question) => (
        <QuestionView key={question.key} question={question} />
      ))}
    </div>
  );
}

function LineView({ question }: { readonly question: Question }) {
  const view = <QuestionView question={question} />;
  if (widthOf(question) === 'full') return view;
  return (
    <div className={styles.row} data-width="single">
      {view}
    </div>
  );
}
