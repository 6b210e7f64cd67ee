import type { AnswerValue } from '@firstyear/form-engine';
import { createRequired } from '@firstyear/ui/hooks.ts';
import { type AppLocation, readLocation } from '../location.tsx';

/** The state of a navigation: never in the address, never on the server. */
export interface NavigationState {
  /** Unsaved answers on their way through sign-up, confirmation and login. */
  readonly answers?: Readonly<Record<string, AnswerValue>>;
  readonly username?: string;
  /** How the session ended: an id of `sessionEnd`, for the banner of the Log In card. */
  readonly ended?: string | undefined;
  /** What the banner adds; null after a plain logout (AMB-013). */
  readonly error?: string | null;
  readonly success?: string;
}

interface GoOptions {
  readonly replace?: boolean;
  readonly state?: NavigationState;
}

/** Goes to an address of the app, also after the calling component is gone. */
export type Go = (to: string, options?: GoOptions) => void;

export const [GoProvider, useGo] = createRequired<Go>('navigation');

/** The name of a history entry, new after every navigation. */
export const entryName = ({ key, pathname }: Pick<AppLocation, 'key' | 'pathname'>) => `${key} ${pathname}`;

export const currentEntry = () => entryName(readLocation());

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function answersOf(value: unknown): Record<string, AnswerValue> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const answers: Record<string, AnswerValue> = {};
  for (const [key, answer] of Object.entries(value)) {
    if (typeof answer === 'string' || typeof answer === 'boolean') answers[key] = answer;
  }
  return answers;
}

/** Reads location.state, which may come from an older visit and hold anything. */
export function parseNavigationState(state: unknown): NavigationState {
  if (typeof state !== 'object' || state === null) return {};
  const read = (key: keyof NavigationState): unknown => Reflect.get(state, key);
  const answers = answersOf(read('answers'));
  const username = textOf(read('username'));
  const success = textOf(read('success'));
  const ended = textOf(read('ended'));
  const error = read('error') === null ? null : textOf(read('error'));
  return {
    ...(answers && { answers }),
    ...(username !== undefined && { username }),
    ...(success !== undefined && { success }),
    ...(ended !== undefined && { ended }),
    ...(error !== undefined && { error }),
  };
}
