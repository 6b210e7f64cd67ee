/** Keys that are pressed, by their names in KeyboardEvent.key. */
export type Key = 'Enter' | 'Tab' | 'Escape' | 'Backspace' | 'ArrowDown' | 'ArrowLeft';

/** The code points that WebDriver has for keys without a character. */
export const WEBDRIVER_KEYS: Readonly<Record<Key, string>> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Backspace: '\uE003',
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
};

/** A driver of one browser. */
export type Device = 'desktop' | 'phone';

export const WINDOWS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
} as const satisfies Record<Device, { readonly width: number; readonly height: number }>;

/** The place of a window, in CSS pixels from its left upper corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One browser with one page, whatever it is driven by. */
export interface Driver {
  /** What it says it is: 'Firefox 153.0'. */
  readonly version: string;
  goto(url: string): Promise<void>;
  /** What an expression is in the page; it has to be JSON, and is not waited for. */
  read(expression: string): Promise<unknown>;
  /** A press of the mouse. */
  pressAt(point: Point): Promise<void>;
  /** A tap of a finger, as far as the driver can make one. */
  tapAt(point: Point): Promise<void>;
  /** One key after the other, as from a keyboard. */
  type(text: string): Promise<void>;
  key(key: Key): Promise<void>;
  /** Chooses a file in the input that a selector finds. */
  choose(selector: string, file: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** A PNG of the window, or of the whole page. */
  picture(extent: 'window' | 'page'): Promise<Buffer>;
  close(): Promise<void>;
}

/** Starts a browser. Throws BrowserNotInstalled. */
export type StartDriver = (device: Device) => Promise<Driver>;

/** Says that a browser is not installed, and how to get it. */
export class BrowserNotInstalled extends Error {}

/** The actions of WebDriver for a press with a mouse or a finger. */
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

/** The actions of WebDriver for keys that are pressed one after the other. */
export function keyActions(values: readonly string[]) {
  const actions = values.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return { type: 'key', id: 'keyboard', actions };
}
