/**
 * A message to the other tabs of this browser. 'login', 'logout': their session has changed. 'lose': a logout that gives
 * up unsaved answers in all tabs. 'save': a logout waits for their saves. An object: how many answers a tab has not
 * saved, sent whenever that changes and when another tab sends 'count'.
 */
export type Announcement = 'login' | 'logout' | 'lose' | 'save' | 'count' | UnsavedCount;

interface UnsavedCount {
  readonly tab: string;
  readonly unsaved: number;
}

const CHANNEL = 'firstyear.session';
const WORDS: readonly unknown[] = ['login', 'logout', 'lose', 'save', 'count'] satisfies Announcement[];

/** Another tab may run an earlier or a later version of the app. */
function isAnnouncement(data: unknown): data is Announcement {
  if (typeof data !== 'object' || data === null) return WORDS.includes(data);
  return typeof Reflect.get(data, 'tab') === 'string' && typeof Reflect.get(data, 'unsaved') === 'number';
}

/** Opens this tab's end of the channel between the tabs; does nothing where a browser has no channels. */
export function createOtherTabs() {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  return {
    announce: (what: Announcement) => channel?.postMessage(what),
    /** Runs listener for the announcements of other tabs. Returns a stop function. */
    onAnnounced: (listener: (what: Announcement) => void) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isAnnouncement(data)) listener(data);
      };
      channel?.addEventListener('message', onMessage);
      return () => channel?.removeEventListener('message', onMessage);
    },
  };
}

export type OtherTabs = ReturnType<typeof createOtherTabs>;
