import { ServerError } from '@firstyear/api-client/errors';
import { addNote, changeNote, type Note } from '@firstyear/api-contract/desk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../app/api.ts';
import { dropDraft, keepDraft, readDraft } from './note-drafts.ts';

const AFTER_TYPING_MS = 800;
const RETRY_MS = 5_000;

export type NoteState = 'idle' | 'saving' | 'saved' | 'failed' | 'changed-elsewhere';

interface UseNoteOptions {
  readonly person: string;
  readonly application: string;
  /** The note that is changed; nothing for a new one. */
  readonly note: Note | undefined;
}

/**
 * One note, saved as it is typed. What is not saved yet is kept in this window and retried. A note that somebody changed
 * elsewhere is never overwritten: the caller shows the newer text, and takeNewer or keepMine decides.
 */
export function useNote({ person, application, note }: UseNoteOptions) {
  const draftName = note?.id ?? '';
  const [text, setText] = useState(() => readDraft(person, application, draftName) ?? note?.text ?? '');
  const [state, setState] = useState<NoteState>('idle');
  const [savedAt, setSavedAt] = useState<Date>();
  const saved = useRef(note);
  const latest = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sending = useRef<Promise<void>>(undefined);

  /** Saves what is typed by now, once what is on its way has arrived. Returns whether all of it is saved. */
  const save = useCallback(async (): Promise<boolean> => {
    while (sending.current) await sending.current;
    const sent = latest.current.trim();
    if (sent === '' || sent === saved.current?.text) return true;
    const { promise, resolve } = Promise.withResolvers<void>();
    sending.current = promise;
    setState('saving');
    const later = (ms: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), ms);
    };
    try {
      const before = saved.current;
      const { note: stored } = before
        ? await request(changeNote, {
            params: { id: application, note: before.id },
            payload: { text: sent, version: before.version },
          })
        : await request(addNote, { params: { id: application }, payload: { text: sent } });
      saved.current = stored;
      dropDraft(person, application, draftName);
      setSavedAt(new Date());
      setState('saved');
      if (latest.current.trim() !== sent) later(0);
      return true;
    } catch (error) {
      const isConflict = error instanceof ServerError && error.code === 'note_changed';
      setState(isConflict ? 'changed-elsewhere' : 'failed');
      if (!isConflict && !(error instanceof ServerError && error.status === 401)) later(RETRY_MS);
      return false;
    } finally {
      sending.current = undefined;
      resolve();
    }
  }, [person, application, draftName]);

  const type = (next: string) => {
    latest.current = next;
    setText(next);
    keepDraft(person, application, draftName, next);
    if (state === 'changed-elsewhere') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), AFTER_TYPING_MS);
  };

  useEffect(() => {
    // Typed before a sign-out, or before this page was left.
    if (readDraft(person, application, draftName) !== undefined) void save();
    return () => {
      clearTimeout(timer.current);
      void save();
    };
  }, [person, application, draftName, save]);

  return {
    text,
    state,
    savedAt,
    type,
    save,
    takeNewer: (newer: Note) => {
      saved.current = newer;
      latest.current = newer.text;
      setText(newer.text);
      dropDraft(person, application, draftName);
      setState('idle');
    },
    keepMine: (newer: Note) => {
      saved.current = newer;
      void save();
    },
  };
}
