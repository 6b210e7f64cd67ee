import { useRequired, useValue } from '@firstyear/ui/hooks.ts';
import { createContext } from 'react';
import type { Session } from './session.ts';
import type { Snapshot, SnapshotStore } from './snapshot.ts';
import type { Visit } from './visit.ts';

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** How to log in and out. */
export function useSession(): Session {
  return useRequired(SessionContext, 'the session');
}

const SnapshotContext = createContext<SnapshotStore | null>(null);
export const SnapshotProvider = SnapshotContext.Provider;

function useSnapshotStore(): SnapshotStore {
  return useRequired(SnapshotContext, 'the snapshot');
}

/** What the browser knows of its user now. */
export function useSnapshot(): Snapshot {
  return useValue(useSnapshotStore());
}

const VisitContext = createContext<Visit | null>(null);
export const VisitProvider = VisitContext.Provider;

/** What this visit has seen so far. Nothing is drawn again when it changes. */
export function useVisit(): Visit {
  return useRequired(VisitContext, 'the visit');
}
