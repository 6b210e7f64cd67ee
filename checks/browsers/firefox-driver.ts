import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { z } from 'zod';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import {
  BrowserNotInstalled,
  type Device,
  type Driver,
  keyActions,
  pointerActions,
  WEBDRIVER_KEYS,
  WINDOWS,
} from './driver.ts';
import { startProgram, whenReady } from './started-program.ts';

const WAITS_MS = 60_000;

const messageSchema = z.object({
  id: z.number().nullish(),
  type: z.string(),
  result: z.unknown(),
  error: z.string().optional(),
  message: z.string().optional(),
});
const sessionSchema = z.object({ capabilities: z.object({ browserVersion: z.string() }) });
const tabSchema = z.object({ context: z.string() });
const textSchema = z.object({ type: z.literal('success'), result: z.object({ value: z.string().optional() }) });
const nodeSchema = z.object({ type: z.literal('success'), result: z.object({ sharedId: z.string() }) });
const pictureSchema = z.object({ data: z.string() });

/**
 * What points, as bits: 1 is a finger, 2 and 4 a mouse that is exact and can hover. Without a window Firefox knows of
 * none, and every page believes to be on a phone.
 */
const POINTERS = { desktop: 6, phone: 1 } as const satisfies Record<Device, number>;

function preferencesOf(device: Device): string {
  return ['primary', 'all']
    .map((which) => `user_pref("ui.${which}PointerCapabilities", ${POINTERS[device]});\n`)
    .join('');
}

interface Connection {
  send(method: string, params: object): Promise<unknown>;
  close(): void;
}

/** A connection of WebDriver BiDi: commands with numbers, responses in any order. */
async function connect(url: string): Promise<Connection> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error('No connection yet.')), { once: true });
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = messageSchema.parse(JSON.parse(String(data)));
    const caller = typeof id === 'number' ? waiting.get(id) : undefined;
    if (typeof id !== 'number' || !caller) return;
    waiting.delete(id);
    if (type === 'success') caller.resolve(result);
    else caller.reject(new Error(`${error}: ${message}`));
  });
  return {
    send: (method, params) => {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${method} took too long.`)), WAITS_MS);
        const settle =
          <T>(end: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            end(value);
          };
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    close: () => socket.close(),
  };
}

/** The machine's Firefox, without a window, driven by WebDriver BiDi: Debian has no other driver for it. */
export async function startFirefox(device: Device): Promise<Driver> {
  const program = findOnPath(['firefox-esr', 'firefox'], process.env.PATH ?? '');
  if (program === undefined) throw new BrowserNotInstalled('apt-get install firefox-esr');
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-firefox-'));
  fs.writeFileSync(path.join(profile, 'user.js'), preferencesOf(device));
  const port = await freePort();
  const arguments_ = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`];
  const started = startProgram(program, [...arguments_, 'about:blank'], { HOME: profile });
  const stop = async () => {
    await started.stop();
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const { send, close } = await whenReady('Firefox', () => connect(`ws://127.0.0.1:${port}/session`));
    const opened = await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
    const { browserVersion } = sessionSchema.parse(opened).capabilities;
    // A tab of our own: the first one stays without the focus, so that there is no ring and typed dates do not go on.
    const { context } = tabSchema.parse(await send('browsingContext.create', { type: 'tab' }));
    await send('browsingContext.setViewport', { context, viewport: WINDOWS[device] });
    const evaluate = (expression: string) =>
      send('script.evaluate', { expression, target: { context }, awaitPromise: false });
    const act = (actions: object) => send('input.performActions', { context, actions: [actions] });
    const keys = (values: readonly string[]) => act(keyActions(values));
    return {
      version: `Firefox ${browserVersion}`,
      goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      read: async (expression) => {
        const { result } = textSchema.parse(await evaluate(`JSON.stringify((${expression}) ?? null)`));
        return JSON.parse(result.value ?? 'null');
      },
      pressAt: async (point) => void (await act(pointerActions(point, 'mouse'))),
      tapAt: async (point) => void (await act(pointerActions(point, 'touch'))),
      type: async (text) => void (await keys([...text])),
      key: async (key) => void (await keys([WEBDRIVER_KEYS[key]])),
      choose: async (selector, file) => {
        const found = nodeSchema.parse(await evaluate(`document.querySelector(${JSON.stringify(selector)})`));
        await send('input.setFiles', { context, element: { sharedId: found.result.sharedId }, files: [file] });
      },
      back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
      reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
      picture: async (extent) => {
        const origin = extent === 'page' ? 'document' : 'viewport';
        const { data } = pictureSchema.parse(await send('browsingContext.captureScreenshot', { context, origin }));
        return Buffer.from(data, 'base64');
      },
      close: async () => {
        close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
