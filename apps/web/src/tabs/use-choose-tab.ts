import type { TabGroup } from '@firstyear/application-form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAnswerStore } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { tabsQuery } from '../api/queries.ts';
import { showFailure } from '../api/show-failure.ts';
import { TAB_TEXT } from '../text/tabs.ts';
import { closeToast, currentToasts } from '../ui/toast-store.ts';
import { fileKeysOf, fileKeysOfGroup, leaveFiles, refreshFiles, TabBlocked } from './leave-tab.ts';

/**
 * Opens another tab: deletes the files of the tab that is left, saves the choice on the server, clears what the left tab
 * lists, and fetches the list of tabs anew. While a file of it is on its way the tab stays, and `error` is a TabBlocked.
 */
export function useChooseTab(group: TabGroup, openTab: string) {
  const store = useAnswerStore();
  const queries = useQueryClient();
  const files = fileKeysOf(store.form, group.id, openTab);
  const [defaultTab] = group.tabs;
  const title = TAB_TEXT.error(defaultTab?.id ?? group.id);
  return useMutation({
    mutationFn: async (tab: string) => {
      for (const key of await leaveFiles(queries, files)) store.change(key, '');
      await request('putTabs', { payload: { tab_id: group.id, chosen_tab: tab } });
    },
    onSuccess: async (_, tab) => {
      // An earlier failure is over; closing what tells of it fetches anew what it has left unknown.
      const told = currentToasts().find((toast) => toast.title === title);
      if (told) closeToast(told.id);
      store.chooseTab(group.id, tab, group.tabs.find((one) => one.id === openTab)?.clears ?? []);
      store.setTabs(await queries.fetchQuery({ ...tabsQuery, staleTime: 0 }));
    },
    onError: (error) => {
      if (error instanceof TabBlocked) return;
      showFailure(error, {
        ...(defaultTab && { say: (words) => TAB_TEXT.errorAt(defaultTab.label, words) }),
        title,
        onReset: () => void refreshFiles(queries, fileKeysOfGroup(store.form, group)),
      });
    },
  });
}
