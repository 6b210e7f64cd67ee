import { documentsOfTab, type Form, type TabGroup } from '@firstyear/form-engine';
import { useAction } from '@firstyear/ui/hooks.ts';
import { closeToast, currentToasts } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { createElement, type ReactNode, useState } from 'react';
import { useAnswerStore } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { createPart } from '../api/create-part.ts';
import { showFailure } from '../api/errors.ts';
import { useQueryClientRef } from '../api/query-client-ref.ts';

export const fileKeysOf = (form: Form, group: string, tab: string): readonly string[] =>
  documentsOfTab(form, group, tab).map(({ key }) => key);

/** The code that handles files. Groups without files don't need it. */
const { loaded, load } = createPart(() => import('./leave-tab.tsx'));

/**
 * Opens another tab: deletes the files of the previous tab, saves the choice on the server, clears the answers that the
 * previous tab lists, and refetches the list of tabs. dialog asks before files are deleted, or says that the tab stays while a
 * file is in flight. choose() returns whether the tab is open.
 */
export function useChooseTab(group: TabGroup, openTab: string) {
  const words = useWords(formPage);
  const store = useAnswerStore();
  const queries = useQueryClientRef();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const files = fileKeysOf(store.form, group.id, openTab);
  const groupFiles = group.tabs.flatMap((tab) => fileKeysOf(store.form, group.id, tab.id));
  const [defaultTab] = group.tabs;
  const title = words.tabError({ tab: defaultTab?.id ?? group.id });

  const refresh = async () => {
    // Before a tab that is opened at the same time makes the call, so that both share it.
    const { refreshFiles } = loaded() ?? (await load());
    await refreshFiles(queries, groupFiles);
  };

  const open = async (tab: string) => {
    if (groupFiles.length > 0) {
      const { ConfirmDeletion, leaveFiles, UploadRunning } = await load();
      const confirm = (name: string) =>
        new Promise<boolean>((resolve) => {
          const onEnd = (isConfirmed: boolean) => {
            setDialog(null);
            resolve(isConfirmed);
          };
          setDialog(createElement(ConfirmDeletion, { name, onEnd }));
        });
      const onGone = (key: string) => store.change(key, '');
      const left = await leaveFiles(queries, files, { confirm, onGone });
      if (left === 'kept') return false;
      if (!left) {
        setDialog(createElement(UploadRunning, { onClose: () => setDialog(null) }));
        return false;
      }
    }
    await request('putTabs', { payload: { tab_id: group.id, chosen_tab: tab } });
    // The earlier failure is resolved. Closing its toast refetches the tabs.
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
  return { choose: run, isBusy, dialog };
}
