/**
 * What a tab tells the other tabs of this browser. 'login', 'logout': their session is not the one it was. 'lose': a
 * logout that gives up what is unsaved in any of them. 'save': a logout waits for what they have not saved. An object:
 * how many answers a tab has not saved, told whenever that changes and when another tab asks for it by 'count'.
 */
export type Announcement = 'login' | 'logout' | 'lose' | 'save' | 'count' | UnsavedCount;

export interface UnsavedCount {
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

/** The other tabs of this browser. */
export interface OtherTabs {
  readonly announce: (what: Announcement) => void;
  /** Runs listener for what other tabs announce. Returns how to stop. */
  readonly onAnnounced: (listener: (what: Announcement) => void) => () => void;
}

/** Opens this tab's end of the channel between the tabs; where a browser has none, nothing is said or heard. */
export function createOtherTabs(): OtherTabs {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  return {
    announce: (what) => channel?.postMessage(what),
    onAnnounced: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isAnnouncement(data)) listener(data);
      };
      channel?.addEventListener('message', onMessage);
      return () => channel?.removeEventListener('message', onMessage);
    },
  };
}
