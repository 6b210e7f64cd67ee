import type { Item, TabGroup } from '@firstyear/form-engine';
import { Deeper, Heading } from '@firstyear/ui/heading.tsx';
import type { ReactNode } from 'react';
import { useAnswerStore, useOpenTab } from '../answers/hooks.ts';
import { FileNote } from '../documents/document-question.tsx';
import { panelId, TabList, tabId } from '../tabs/tab-list.tsx';
import { fileKeysOf, useChooseTab } from '../tabs/use-choose-tab.ts';
import styles from './form.module.css';
import { useFormView } from './question-field.tsx';
import { UndoLine } from './undo-line.tsx';

/** Tells a visitor that the document questions of the other tabs need an account (DOC-08). */
function DocumentPlaces({ group, openTab }: { readonly group: TabGroup; readonly openTab: string }) {
  const { form } = useAnswerStore();
  return group.tabs.map((tab) => {
    const [key] = fileKeysOf(form, group.id, tab.id);
    if (tab.id === openTab || key === undefined) return null;
    return (
      <div key={tab.id} className={styles.place}>
        <Heading className={styles.tab}>{tab.label}</Heading>
        <FileNote id={key} />
      </div>
    );
  });
}

/** Opens the previous tab again, and brings its answers back. */
function TabUndo({ group, openTab }: { readonly group: TabGroup; readonly openTab: string }) {
  const { choose, dialog } = useChooseTab(group, openTab);
  return (
    <>
      <UndoLine
        isHere={(place) => place.kind === 'tab' && place.group === group.id && place.tab !== openTab}
        prepare={async (place) => place.kind === 'tab' && (await choose(place.tab)) === true}
      />
      {dialog}
    </>
  );
}

/** One of several ways to answer. Visitors see the default tab's content without the tabs (TAB-06). */
export function TabGroupView({
  group,
  children,
}: {
  readonly group: TabGroup;
  readonly children: (items: readonly Item[]) => ReactNode;
}) {
  const { isLoggedIn } = useFormView();
  const chosen = useOpenTab(group.id);
  const openTab = isLoggedIn ? chosen : group.tabs[0]?.id;
  const tab = group.tabs.find((tab) => tab.id === openTab);
  if (!tab) return null;
  const content = <div className={styles.items}>{children(tab.items)}</div>;
  return (
    <div className={styles.apart}>
      <Heading className={styles.tabsLegend}>{group.legend}</Heading>
      {group.hint && <p className={styles.tabsHint}>{group.hint}</p>}
      {isLoggedIn && <TabList group={group} openTab={tab.id} />}
      <Deeper>
        {isLoggedIn ? (
          <div
            role="tabpanel"
            id={panelId(group.id)}
            aria-labelledby={tabId(group.id, tab.id)}
            className={styles.panel}
          >
            <TabUndo group={group} openTab={tab.id} />
            {content}
          </div>
        ) : (
          <>
            {content}
            <DocumentPlaces group={group} openTab={tab.id} />
          </>
        )}
      </Deeper>
    </div>
  );
}
