import { createRequired, useValue } from '@firstyear/ui/hooks.ts';
import type { Session } from './session.ts';
import type { Snapshot, SnapshotStore } from './snapshot.ts';
import type { Visit } from './visit.ts';

export const [SessionProvider, useSession] = createRequired<Session>('the session');

const [SnapshotProvider, useSnapshotStore] = createRequired<SnapshotStore>('the snapshot');

export { SnapshotProvider };

export const useSnapshot = (): Snapshot => useValue(useSnapshotStore());

/** The state of this visit. Its changes render nothing. */
export const [VisitProvider, useVisit] = createRequired<Visit>('the visit');
