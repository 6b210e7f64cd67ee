import type { TabGroup } from '@firstyear/form-engine';
import { useAction } from '@firstyear/ui/hooks.ts';
import { closeToast, currentToasts } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { type ComponentType, useState } from 'react';
import { useAnswerStore } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { loadPart } from '../api/load-part.ts';
import { useQueryClientRef } from '../api/query-client-ref.ts';
import { showFailure } from '../api/show-failure.ts';
import { fileKeysOf, fileKeysOfGroup } from './tab-files.ts';

let known: typeof import('./leave-tab.tsx') | undefined;

/** What is done with files. A group without any does without it. */
async function loadLeaving() {
  known ??= await loadPart(() => import('./leave-tab.tsx'));
  return known;
}

/**
 * Opens another tab: deletes the files of the tab that is left, saves the choice on the server, clears what the left tab
 * lists, and refetches the list of tabs. While a file of it is on its way the tab stays, and blocked is the dialog that
 * says so, until it is closed. Returns how to choose, which says whether the tab is open.
 */
export function useChooseTab(group: TabGroup, openTab: string) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const queries = useQueryClientRef();
  const [blocked, setBlocked] = useState<{ readonly Dialog: ComponentType<{ readonly onClose: () => void }> }>();
  const files = fileKeysOf(store.form, group.id, openTab);
  const groupFiles = fileKeysOfGroup(store.form, group);
  const [defaultTab] = group.tabs;
  const title = words.tabError({ tab: defaultTab?.id ?? group.id });

  const refresh = async () => {
    // Asks before a tab that is opened at the same time does, so that both are one call.
    const { refreshFiles } = known ?? (await loadLeaving());
    await refreshFiles(queries, groupFiles);
  };

  const open = async (tab: string) => {
    if (groupFiles.length > 0) {
      const { leaveFiles, UploadRunning } = await loadLeaving();
      const attached = await leaveFiles(queries, files);
      if (attached === null) {
        setBlocked({ Dialog: UploadRunning });
        return false;
      }
      for (const key of attached) store.change(key, '');
    }
    await request('putTabs', { payload: { tab_id: group.id, chosen_tab: tab } });
    // The earlier failure is resolved. Closing its toast refetches what it left unknown.
    const shown = currentToasts().find((toast) => toast.title === title);
    if (shown) closeToast(shown.id);
    store.chooseTab(group.id, tab, group.tabs.find((tab) => tab.id === openTab)?.clears ?? []);
    store.setTabs(await request('getTabs'));
    return true;
  };

  const { isBusy, run } = useAction(async (tab: string) => {
    try {
      return await open(tab);
    } catch (error) {
      showFailure(error, {
        ...(defaultTab && { say: (reason) => words.tabErrorAt({ tab: defaultTab.label, reason }) }),
        title,
        ...(groupFiles.length > 0 && {
          onReset: () => void refresh().catch((failure: unknown) => showFailure(failure)),
        }),
      });
      return false;
    }
  });
  return { choose: run, isBusy, blocked, unblock: () => setBlocked(undefined) };
}
