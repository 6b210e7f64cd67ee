import { askStorage, type TabStorage } from '../answers/tab-storage.ts';

/** Holds a time and nothing else; shared by all tabs, so that work in one keeps the others alive (AMB-088). */
export const LAST_ACTIVITY_KEY = 'firstyear.last-activity';

/** Forgets the shared record: nobody is logged in any more. */
export function forgetActivity(storage: Pick<TabStorage, 'removeItem'> | null): void {
  askStorage(storage, (of) => of.removeItem(LAST_ACTIVITY_KEY));
}
