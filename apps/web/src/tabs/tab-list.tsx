import type { TabGroup } from '@firstyear/form-engine';
import type { KeyboardEvent } from 'react';
import styles from './tab-list.module.css';
import { useChooseTab } from './use-choose-tab.ts';

function targetOf(key: string, position: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (position + 1) % count;
    case 'ArrowLeft':
      return (position - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

export const tabId = (group: string, tab: string) => `${group}-${tab}`;
export const panelId = (group: string) => `${group}-panel`;

/** The tabs of a group. Arrows move the focus; a press opens, because opening clears answers. */
export function TabList({ group, openTab }: { readonly group: TabGroup; readonly openTab: string }) {
  const { choose, isBusy, dialog } = useChooseTab(group, openTab);
  const move = (event: KeyboardEvent<HTMLButtonElement>, position: number) => {
    const target = group.tabs[targetOf(event.key, position, group.tabs.length) ?? -1];
    if (!target) return;
    event.preventDefault();
    document.getElementById(tabId(group.id, target.id))?.focus();
  };
  return (
    <>
      <div
        id={group.id}
        role="tablist"
        aria-label={group.legend}
        className={styles.tabs}
        aria-busy={isBusy || undefined}
      >
        {group.tabs.map((tab, position) => (
          <button
            key={tab.id}
            id={tabId(group.id, tab.id)}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.id === openTab}
            aria-controls={panelId(group.id)}
            tabIndex={tab.id === openTab ? 0 : -1}
            onKeyDown={(event) => move(event, position)}
            onClick={() => {
              if (tab.id !== openTab) void choose(tab.id);
            }}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {dialog}
    </>
  );
}
