import { ServerError } from '@firstyear/api-client/errors';
import { retryDelay } from '@firstyear/api-client/retry';
import { addNote, changeNote, type Note } from '@firstyear/api-contract/desk';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isSignedOut, request } from '../shared/api.ts';
import { leaveToSignIn } from '../shared/leave.ts';
import { applicationQuery, isSessionOf } from '../shared/queries.ts';

const DEBOUNCE_MS = 800;

interface Draft {
  readonly text: string;
  /** The note that it was typed over. Undefined for a note that was never saved. */
  readonly saved: Note | undefined;
}

/**
 * Unsaved texts of notes, by person, application and note ('' for a new one). They outlive the page and a sign-out in the
 * same window, so that nothing typed is lost. They are never stored.
 */
const drafts = new Map<string, Draft>();
const draftOf = (person: string, application: string, note = '') => `${person} ${application} ${note}`;

/** Whether a note has unsaved text. */
export const hasDraft = (...note: Parameters<typeof draftOf>): boolean => drafts.has(draftOf(...note));

type NoteState = 'idle' | 'saving' | 'saved' | 'failed' | 'changed-elsewhere';

interface UseNoteOptions {
  readonly person: string;
  readonly application: string;
  /** Undefined for a new note. */
  readonly note: Note | undefined;
}

/**
 * One note, saved as it is typed; a failed save is retried. A note that was changed elsewhere is never overwritten: the
 * caller shows the newer text, and takeNewer or keepMine decides.
 */
export function useNote({ person, application, note }: UseNoteOptions) {
  const queries = useQueryClient();
  const router = useRouter();
  const draft = draftOf(person, application, note?.id);
  const [text, setText] = useState(() => drafts.get(draft)?.text ?? note?.text ?? '');
  const [state, setState] = useState<NoteState>('idle');
  const [savedAt, setSavedAt] = useState<Date>();
  const [base] = useState(() => drafts.get(draft)?.saved ?? note);
  const saved = useRef(base);
  const [savedId, setSavedId] = useState(base?.id);
  const latest = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sending = useRef<Promise<void>>(undefined);
  const failures = useRef(0);

  /** Saves the current text, after any save in flight. Returns whether all of it is saved. */
  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    while (sending.current) await sending.current;
    const sent = latest.current.trim();
    if (sent === (saved.current?.text ?? '')) {
      drafts.delete(draft);
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    sending.current = promise;
    setState('saving');
    const later = (ms: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), ms);
    };
    try {
      // Somebody else may have signed in since: it would be their note. The draft stays.
      if (!(await isSessionOf(person))) {
        setState('failed');
        return false;
      }
      const before = saved.current;
      const { note: stored } = before
        ? await request(changeNote, {
            params: { id: application, note: before.id },
            payload: { text: sent, version: before.version },
          })
        : await request(addNote, { params: { id: application }, payload: { text: sent } });
      failures.current = 0;
      saved.current = stored;
      setSavedId(stored.id);
      const typed = drafts.get(draft);
      if (typed?.text.trim() === sent) drafts.delete(draft);
      else if (typed) drafts.set(draft, { ...typed, saved: stored });
      setSavedAt(new Date());
      setState('saved');
      if (latest.current.trim() !== sent) later(0);
      return true;
    } catch (error) {
      const isConflict = error instanceof ServerError && error.code === 'note_changed';
      // The newer text must be on the screen before anybody decides.
      if (isConflict) await queries.invalidateQueries({ queryKey: applicationQuery(application).queryKey });
      setState(isConflict ? 'changed-elsewhere' : 'failed');
      if (isSignedOut(error)) await leaveToSignIn(router, queries, 'ended');
      else if (!isConflict) later(retryDelay(failures.current++));
      return false;
    } finally {
      sending.current = undefined;
      resolve();
    }
  }, [application, draft, person, queries, router]);

  const type = (next: string) => {
    latest.current = next;
    setText(next);
    drafts.set(draft, { text: next, saved: saved.current });
    if (state === 'changed-elsewhere') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), DEBOUNCE_MS);
  };

  useEffect(() => {
    // Left over from before a sign-out, or from an earlier visit to this page.
    if (drafts.has(draft)) void save();
    return () => void save();
  }, [draft, save]);

  return {
    text,
    state,
    savedAt,
    savedId,
    type,
    save,
    takeNewer: (newer: Note) => {
      saved.current = newer;
      latest.current = newer.text;
      setText(newer.text);
      drafts.delete(draft);
      setState('idle');
    },
    keepMine: (newer: Note) => {
      saved.current = newer;
      void save();
    },
  };
}
