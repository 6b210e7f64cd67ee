/** What a tab tells the other tabs of this browser: their session is not the one it was. */
type Announcement = 'login' | 'logout';

const CHANNEL = 'firstyear.session';

function isAnnouncement(data: unknown): data is Announcement {
  return data === 'login' || data === 'logout';
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);

export function announceSession(what: Announcement): void {
  channel?.postMessage(what);
}

/** Runs listener for what other tabs announce. Returns how to stop. */
export function onSessionAnnounced(listener: (what: Announcement) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (isAnnouncement(data)) listener(data);
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
