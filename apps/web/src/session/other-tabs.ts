/** What a tab tells the other tabs of this browser: their session is not the one it was. */
export type Announcement = 'login' | 'logout';

const CHANNEL = 'firstyear.session';

function isAnnouncement(data: unknown): data is Announcement {
  return data === 'login' || data === 'logout';
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
