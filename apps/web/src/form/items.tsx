import { type Item, isQuestion } from '@firstyear/form-engine';
import { DateWindowView } from '@firstyear/form-reading/date-window.tsx';
import { identityOf } from '@firstyear/form-reading/item-identity.ts';
import { memo, type ReactNode } from 'react';
import { useAnswerStore, useHolds } from '../answers/hooks.ts';
import { CheckGroupView } from './check-group.tsx';
import { useDrawnItems } from './drawing-steps.ts';
import { GroupView } from './group.tsx';
import { MonthYearView } from './month-year.tsx';
import { NoticeView } from './notice.tsx';
import { RepeaterView } from './repeater.tsx';
import { LineView, RowView } from './row.tsx';
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

/** One item of the form, whatever it is. */
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

/** Items in their order. */
export const Items = memo(function Items({ items }: { readonly items: readonly Item[] }): ReactNode {
  return useDrawnItems(items).map((item) => <ItemView key={identityOf(item)} item={item} />);
});
