import { type Answers, type AnswerValue, isAnswered } from '@firstyear/form-engine';
import { createValue } from '@firstyear/ui/hooks.ts';
import type { MirroredAnswer } from './mirror.ts';

/** Answers that the server has not acknowledged. Pass them to acknowledge() once it has. */
export interface UnsavedAnswers {
  readonly answers: Answers;
  /** Grows with every change, so that later answers can be distinguished. */
  readonly revision: number;
  /** When the newest of these answers was typed, in milliseconds since 1970. */
  readonly newestAt: number;
  /** The release of the form that they were typed into; see releaseOf(). */
  readonly release: string;
}

/** Why the server refused answers, by key, in words for the applicant. */
export type RefusedAnswers = Readonly<Record<string, string>>;

interface UnsavedAnswer extends Required<MirroredAnswer> {
  readonly revision: number;
}

interface Refusal {
  readonly answer: UnsavedAnswer;
  readonly messages: readonly string[];
}

/** Milliseconds between the oldest and the newest answer of one batch. */
const BATCH_SPAN_MS = 10_000;
const NO_MESSAGES: readonly string[] = [];

/** Answers that the server lacks: typed but not acknowledged, or refused. */
export interface Outbox {
  /** Unsaved answers, or undefined when the server has acknowledged everything. */
  unsaved(): UnsavedAnswers | undefined;
  hasUnsaved(): boolean;
  /** The same in batches, oldest first: an old answer sent with a newer one would count as just as new (two devices; D3). */
  unsavedBatches(): readonly UnsavedAnswers[];
  /** Unsaved answers to carry through sign-up and login, without empty and sealed ones. */
  typedAnswers(): Answers;
  revision(): number;
  /** Whether anything typed up to this revision is unacknowledged. */
  isUnsavedUpTo(revision: number): boolean;
  /** Refused answers have an error, and are not sent again until they change. */
  acknowledge(sent: UnsavedAnswers, refused?: RefusedAnswers): void;
  /** Why the server refused the answer of a question; empty when it did not. */
  refusalOf(key: string): readonly string[];
  /** The answers that can't be saved as they are. */
  refusedKeys(): readonly string[];
  /** Why the server refused the last refused answer; undefined when none is refused. */
  lastRefusal(): string | undefined;
  /** Notified when the server has refused an answer, and when such an answer changes. Returns a stop function. */
  subscribeToRefusals(listener: () => void): () => void;
}

/** The contents of the outbox, by key, for the stores that fill and empty it. */
export function createUnsent(clock: () => Date, release: string) {
  const unsaved = new Map<string, UnsavedAnswer>();
  const refusals = createValue<ReadonlyMap<string, Refusal>>(new Map());
  let revision = 0;
  const put = (key: string, { value, at, release = '' }: MirroredAnswer) =>
    unsaved.set(key, { value, at, release, revision });
  const values = (): Answers => Object.fromEntries([...unsaved].map(([key, { value }]) => [key, value]));

  return {
    values,
    has: (key: string) => unsaved.has(key),
    /** Whether the server lacks the answer of this key: it is not acknowledged, or refused. */
    isOpen: (key: string) => unsaved.has(key) || refusals.get().has(key),
    /** Begins another revision: answers typed from now on are newer than those already handed out. */
    advance: () => {
      revision += 1;
    },
    revision: () => revision,
    /** Notes an answer as typed now. The refusal of an earlier one no longer counts. */
    type: (key: string, value: AnswerValue) => {
      if (refusals.get().has(key)) refusals.set(new Map([...refusals.get()].filter(([refused]) => refused !== key)));
      put(key, { value, at: clock().getTime(), release });
    },
    put,
    /** Keeps an answer that can't be sent: it stays in its field, with the reason. */
    refuse: (key: string, value: AnswerValue, message: string, at = clock().getTime()) => {
      unsaved.delete(key);
      const answer = { value, at, release, revision };
      refusals.set(new Map([...refusals.get(), [key, { answer, messages: [message] }]]));
    },
    remove: (key: string) => unsaved.delete(key),
    removeUnsaved: () => unsaved.clear(),
    clear: () => {
      unsaved.clear();
      if (refusals.get().size > 0) refusals.set(new Map());
    },
    /** The answers for the tab's storage; refused ones too, to be corrected after a reload. */
    toKeep: (): Readonly<Record<string, MirroredAnswer>> =>
      Object.fromEntries(
        [...[...refusals.get()].map(([key, { answer }]) => [key, answer] as const), ...unsaved].map(
          ([key, { value, at, release }]) => [key, { value, at, ...(release && { release }) }],
        ),
      ),
    refusedValues: (): Answers =>
      Object.fromEntries([...refusals.get()].map(([key, { answer }]) => [key, answer.value])),
    refusedMessages: () => [...refusals.get()].map(([key, { messages }]) => [key, messages] as const),
    unsaved: (): UnsavedAnswers | undefined => {
      if (unsaved.size === 0) return undefined;
      const newestAt = Math.max(...[...unsaved.values()].map((item) => item.at));
      return { answers: values(), revision, newestAt, release };
    },
    hasUnsaved: () => unsaved.size > 0,
    /** Oldest first, each of answers typed at about the same time into the same release. */
    unsavedBatches: (): readonly UnsavedAnswers[] => {
      const batches: UnsavedAnswers[] = [];
      let oldest = Number.NEGATIVE_INFINITY;
      for (const [key, { value, at, release }] of [...unsaved].sort(([, a], [, b]) => a.at - b.at)) {
        const isSame = at - oldest <= BATCH_SPAN_MS && batches.at(-1)?.release === release;
        const batch = isSame ? batches.pop() : undefined;
        if (!batch) oldest = at;
        batches.push({ answers: { ...batch?.answers, [key]: value }, revision, newestAt: at, release });
      }
      return batches;
    },
    isUnsavedUpTo: (limit: number) => [...unsaved.values()].some((item) => item.revision <= limit),
    /** isKnown: a refusal for a key that the form no longer has is dropped, unless it was typed into another release. */
    acknowledge: (sent: UnsavedAnswers, refused: RefusedAnswers, isKnown: (key: string) => boolean) => {
      const refusing = new Map<string, Refusal>();
      for (const key of Object.keys(sent.answers)) {
        const answer = unsaved.get(key);
        if (!answer || answer.revision > sent.revision) continue;
        unsaved.delete(key);
        const words = Object.hasOwn(refused, key) ? refused[key] : undefined;
        const isCarried = answer.release !== release;
        if (words !== undefined && (isKnown(key) || isCarried)) refusing.set(key, { answer, messages: [words] });
      }
      if (refusing.size > 0) refusals.set(new Map([...refusals.get(), ...refusing]));
    },
    refusalOf: (key: string) => refusals.get().get(key)?.messages ?? NO_MESSAGES,
    refusedKeys: () => [...refusals.get().keys()],
    lastRefusal: () => [...refusals.get().values()].at(-1)?.messages[0],
    subscribeToRefusals: refusals.subscribe,
  };
}

export type Unsent = ReturnType<typeof createUnsent>;

interface OutboxParts {
  /** Whether the form has this key. */
  readonly isKnown: (key: string) => boolean;
  readonly isSealed: (key: string) => boolean;
  readonly onAcknowledged: () => void;
}

/** The outbox for those who send the answers. */
export const outboxOf = (unsent: Unsent, { isKnown, isSealed, onAcknowledged }: OutboxParts): Outbox => ({
  ...unsent,
  typedAnswers: () =>
    Object.fromEntries(Object.entries(unsent.values()).filter(([key, value]) => isAnswered(value) && !isSealed(key))),
  acknowledge: (sent, refused = {}) => {
    unsent.acknowledge(sent, refused, isKnown);
    onAcknowledged();
  },
});
