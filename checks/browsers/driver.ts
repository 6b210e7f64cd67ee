import { spawn } from 'node:child_process';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { CannotRun, type Run } from '../support/command.ts';
import { hasEnded, signalGroup, waitForExit } from '../support/processes.ts';

/** Keys by their names in KeyboardEvent.key. */
export type Key = 'Enter' | 'Tab' | 'Escape' | 'Backspace' | 'ArrowDown' | 'ArrowLeft';

/** WebDriver's code points for keys without a character. */
const WEBDRIVER_KEYS: Readonly<Record<Key, string>> = {
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

/** A place in the window, in CSS pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One browser with one page. */
export interface Driver {
  /** Name and version: 'Firefox 153.0'. */
  readonly version: string;
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page. The value must be JSON; promises aren't awaited. */
  read(expression: string): Promise<unknown>;
  pressAt(point: Point): Promise<void>;
  /** Taps with a finger; a driver that can't sends a mouse press. */
  tapAt(point: Point): Promise<void>;
  /** Types one key after the other. */
  type(text: string): Promise<void>;
  key(key: Key): Promise<void>;
  /** Chooses a file in the input with this selector. */
  choose(selector: string, file: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Takes a PNG of the window, or of the whole page. */
  picture(extent: 'window' | 'page'): Promise<Buffer>;
}

/** Starts a browser, which is closed when the run ends. Throws CannotRun if it isn't installed. */
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

/** Finds a browser's program. Throws CannotRun with the packages to install. */
export function findProgram(names: readonly string[], packages: string): string {
  const program = findOnPath(names, process.env.PATH ?? '');
  if (program === undefined) throw new CannotRun(`not installed: apt-get install ${packages}`);
  return program;
}

/** The input of a driver that performs WebDriver's actions. */
export function webDriverInput(
  perform: (source: object) => Promise<unknown>,
): Pick<Driver, 'pressAt' | 'tapAt' | 'type' | 'key'> {
  const pressWith =
    (pointerType: 'mouse' | 'touch') =>
    async ({ x, y }: Point) => {
      const actions = [
        { type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await perform({ type: 'pointer', id: pointerType, parameters: { pointerType }, actions });
    };
  const pressKeys = async (values: readonly string[]) => {
    const actions = values.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    await perform({ type: 'key', id: 'keyboard', actions });
  };
  return {
    pressAt: pressWith('mouse'),
    tapAt: pressWith('touch'),
    type: (text) => pressKeys([...text]),
    key: (key) => pressKeys([WEBDRIVER_KEYS[key]]),
  };
}
