import type { Item } from '@firstyear/application-form';
import { Fragment, memo, type ReactNode } from 'react';
import { useHolds } from '../answers/hooks.ts';
import { CheckGroupView } from './check-group.tsx';
import { DateWindowView } from './date-window.tsx';
import { useFormView } from './form-view.ts';
import { GroupView } from './group.tsx';
import styles from './items.module.css';
import { MonthYearView } from './month-year.tsx';
import { NoticeView } from './notice.tsx';
import { QuestionView } from './question.tsx';
import { RepeaterView } from './repeater.tsx';
import { identityOf, rowsOf } from './rows.ts';
import { SectionView } from './section.tsx';
import { TabGroupView } from './tab-group.tsx';

function ConditionalView({ item }: { readonly item: Extract<Item, { kind: 'conditional' }> }): ReactNode {
  return useHolds(item.when) ? <Items items={item.items} /> : null;
}

const drawItems = (items: readonly Item[]) => <Items items={items} />;

/** One item of the form, whatever it is. */
function ItemView({ item }: { readonly item: Item }): ReactNode {
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
        <DateWindowView item={item}>
          <Items items={item.items} />
        </DateWindowView>
      );
    case 'notice':
      return <NoticeView notice={item} />;
    default:
      return <QuestionView question={item} />;
  }
}

/** Items in their order; questions that belong side by side share a row on wide windows. */
export const Items = memo(function Items({ items }: { readonly items: readonly Item[] }): ReactNode {
  const { mode } = useFormView();
  return rowsOf(items).map(({ width, items: [first, second] }) =>
    width === 'wide' || mode === 'service' ? (
      <Fragment key={identityOf(first)}>
        <ItemView item={first} />
        {second && <ItemView item={second} />}
      </Fragment>
    ) : (
      <div key={identityOf(first)} className={styles.row} data-width={width}>
        <ItemView item={first} />
        {second && <ItemView item={second} />}
      </div>
    ),
  );
});
