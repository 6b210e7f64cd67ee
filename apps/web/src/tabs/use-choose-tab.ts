import { putTabs } from '@firstyear/api-contract';
import type { TabGroup } from '@firstyear/application-form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAnswerStore } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { UnauthorizedError, wordsOf } from '../api/errors.ts';
import { documentAnswersQuery, tabsQuery } from '../api/queries.ts';
import { TAB_TEXT } from '../text/tabs.ts';
import { showError } from '../ui/toast-store.ts';

/** Saves the chosen tab on the server, opens it, clears what the tab that is left lists, and fetches the list anew. */
export function useChooseTab(group: TabGroup, openTab: string) {
  const store = useAnswerStore();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tab: string) => request(putTabs, { payload: { tab_id: group.id, chosen_tab: tab } }),
    onSuccess: async (_, tab) => {
      store.chooseTab(group.id, tab, group.tabs.find((one) => one.id === openTab)?.clears ?? []);
      store.setTabs(await queries.fetchQuery({ ...tabsQuery, staleTime: 0 }));
    },
    onError: (error) => {
      if (error instanceof UnauthorizedError) return;
      showError(wordsOf(error), {
        title: TAB_TEXT.error(group.tabs[0]?.label ?? group.id),
        onReset: () => queries.invalidateQueries({ queryKey: documentAnswersQuery.queryKey }),
      });
    },
  });
}
