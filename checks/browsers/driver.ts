import { spawn } from 'node:child_process';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { CannotRun, type Run } from '../support/command.ts';
import { hasEnded, signalGroup, waitForExit } from '../support/processes.ts';

/** Keys by their names in KeyboardEvent.key. */
export type Key = 'Enter' | 'Tab' | 'Escape' | 'Backspace' | 'ArrowDown' | 'ArrowLeft';

/** WebDriver's code points of keys without a character. */
export const WEBDRIVER_KEYS: Readonly<Record<Key, string>> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Backspace: '\uE003',
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
};

export type Device = 'desktop' | 'phone';

export const WINDOWS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
} as const satisfies Record<Device, { readonly width: number; readonly height: number }>;

/** A place in the window, in CSS pixels from its left upper corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One browser with one page. */
export interface Driver {
  /** Name and version: 'Firefox 153.0'. */
  readonly version: string;
  goto(url: string): Promise<void>;
  /** The value of an expression in the page, which has to be JSON; promises aren't awaited. */
  read(expression: string): Promise<unknown>;
  /** A press of the mouse. */
  pressAt(point: Point): Promise<void>;
  /** A tap of a finger, if the driver can make one. */
  tapAt(point: Point): Promise<void>;
  /** Types one key after the other. */
  type(text: string): Promise<void>;
  key(key: Key): Promise<void>;
  /** Chooses a file in the input that a selector finds. */
  choose(selector: string, file: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** A PNG of the window, or of the whole page. */
  picture(extent: 'window' | 'page'): Promise<Buffer>;
}

/** Starts a browser until the run ends. Throws CannotRun where it isn't installed. */
export type StartDriver = (run: Run, device: Device) => Promise<Driver>;

/** Starts a program in a process group of its own, which is killed when the run ends. */
export function startProgram(run: Run, file: string, args: readonly string[], env: Record<string, string> = {}): void {
  const child = spawn(file, args, { env: childEnvironment(env), stdio: 'ignore', detached: true });
  run.onEnd(async () => {
    if (child.pid === undefined || hasEnded(child)) return;
    signalGroup(child, 'SIGKILL');
    await waitForExit(child);
  });
}

/** A browser's program. Throws CannotRun with the packages that have it. */
export function findProgram(names: readonly string[], packages: string): string {
  const program = findOnPath(names, process.env.PATH ?? '');
  if (program === undefined) throw new CannotRun(`not installed: apt-get install ${packages}`);
  return program;
}

/** WebDriver's actions for a press with a mouse or a finger. */
export function pointerActions({ x, y }: Point, pointerType: 'mouse' | 'touch') {
  return {
    type: 'pointer',
    id: pointerType,
    parameters: { pointerType },
    actions: [
      { type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  } as const;
}

/** WebDriver's actions for keys, one after the other. */
export function keyActions(values: readonly string[]) {
  const actions = values.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return { type: 'key', id: 'keyboard', actions };
}
