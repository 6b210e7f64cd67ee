import type { AnswerValue } from '@firstyear/form-engine';
import { storedText, type TabStorage } from '@firstyear/ui/storage.ts';

/** An unacknowledged answer. at: when it was typed, in milliseconds since 1970. release: of the form it was typed into. */
export interface MirroredAnswer {
  readonly value: AnswerValue;
  readonly at: number;
  readonly release?: string;
}

interface MirroredAnswers {
  /** Who typed them: a username, or null for a visitor. */
  readonly owner: string | null;
  readonly answers: Readonly<Record<string, MirroredAnswer>>;
  readonly drafts: Readonly<Record<string, string>>;
  /** Removed answers that can be brought back, for Removals to read. */
  readonly removals: readonly unknown[];
}

/**
 * Visitors and logged-in applicants have a place each, so that one never overwrites the other. The visitors' place has an
 * applicant as its owner while the applicant hasn't decided about answers typed before the login.
 */
const PLACES = { visitor: 'firstyear.visitor-answers', applicant: 'firstyear.unsaved-answers' } as const;
export type MirrorPlace = keyof typeof PLACES;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const entriesOf = (value: unknown) => (isObject(value) ? Object.entries(value) : []);

function parse(text: string): MirroredAnswers | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(read) || (typeof read.owner !== 'string' && read.owner !== null)) return undefined;
  const answers: Record<string, MirroredAnswer> = {};
  for (const [key, entry] of entriesOf(read.answers)) {
    if (!isObject(entry) || typeof entry.at !== 'number') continue;
    if (typeof entry.value === 'string' || typeof entry.value === 'boolean') {
      const { value, at, release } = entry;
      answers[key] = { value, at, ...(typeof release === 'string' && { release }) };
    }
  }
  const drafts: Record<string, string> = {};
  for (const [key, draft] of entriesOf(read.drafts)) if (typeof draft === 'string') drafts[key] = draft;
  return { owner: read.owner, answers, drafts, removals: Array.isArray(read.removals) ? read.removals : [] };
}

/**
 * Keeps unsaved answers, and removed ones, in memory and, for a reload, in storage; a storage that is full or blocked is no
 * error. Sealed answers stay in memory: browsers write a tab's storage to the disk unencrypted.
 */
export function createMirror(storage: TabStorage | null, isSealed: (key: string) => boolean) {
  const held = new Map<MirrorPlace, MirroredAnswers>();
  // At any depth: removals hold answers too.
  const withoutSealed = (key: string, value: unknown) => (isSealed(key) ? undefined : value);
  const remove = (place: MirrorPlace) => {
    held.delete(place);
    storedText(storage, PLACES[place]).write(null);
  };
  const read = (place: MirrorPlace) => {
    const text = storedText(storage, PLACES[place]).read();
    return held.get(place) ?? (text ? parse(text) : undefined);
  };
  const write = (place: MirrorPlace, mirrored: MirroredAnswers) => {
    const { answers, drafts, removals } = mirrored;
    if (Object.keys(answers).length + Object.keys(drafts).length + removals.length === 0) {
      remove(place);
      return;
    }
    held.set(place, mirrored);
    storedText(storage, PLACES[place]).write(JSON.stringify(mirrored, withoutSealed));
  };
  return {
    read,
    write,
    remove,
    /** Moves an applicant's answers to their new username; others' stay as they are. */
    rename: (from: string, to: string) => {
      for (const place of ['visitor', 'applicant'] as const) {
        const mirrored = read(place);
        if (mirrored?.owner === from) write(place, { ...mirrored, owner: to });
      }
    },
  };
}

export type Mirror = ReturnType<typeof createMirror>;
