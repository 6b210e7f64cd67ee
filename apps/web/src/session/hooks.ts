import { createRequired, useValue } from '@firstyear/ui/hooks.ts';
import type { Session } from './session.ts';
import type { Snapshot, SnapshotStore } from './snapshot.ts';
import type { Visit } from './visit.ts';

/** How to log in and out. */
export const [SessionProvider, useSession] = createRequired<Session>('the session');

const [SnapshotProvider, useSnapshotStore] = createRequired<SnapshotStore>('the snapshot');

export { SnapshotProvider };

/** What the browser knows of its user now. */
export const useSnapshot = (): Snapshot => useValue(useSnapshotStore());

/** What this visit has seen so far. A change of it renders nothing. */
export const [VisitProvider, useVisit] = createRequired<Visit>('the visit');
