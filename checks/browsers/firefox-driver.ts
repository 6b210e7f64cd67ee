import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import type { Run } from '../support/command.ts';
import { retry } from '../support/processes.ts';
import { type Device, type Driver, findProgram, startProgram, WINDOWS, webDriverInput } from './driver.ts';

const TIMEOUT_MS = 60_000;

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
 * Pointer capabilities, as bits: 1 is coarse (a finger), 2 and 4 are fine and able to hover (a mouse). Headless Firefox has
 * none, so every page would believe that it is on a phone.
 */
const POINTERS = { desktop: 6, phone: 1 } as const satisfies Record<Device, number>;

/** Opens a WebDriver BiDi connection. Its commands are numbered, since responses come in any order. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  const commands = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const opened = Promise.withResolvers<void>();
  socket.addEventListener('open', () => opened.resolve(), { once: true });
  socket.addEventListener('error', () => opened.reject(new Error('No connection yet.')), { once: true });
  await opened.promise;
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = messageSchema.parse(JSON.parse(String(data)));
    const command = commands.get(id ?? 0);
    commands.delete(id ?? 0);
    if (type === 'success') command?.resolve(result);
    else command?.reject(new Error(`${error}: ${message}`));
  });
  return {
    send: async (method: string, params: object) => {
      last += 1;
      const command = Promise.withResolvers<unknown>();
      commands.set(last, command);
      socket.send(JSON.stringify({ id: last, method, params }));
      const timer = setTimeout(() => command.reject(new Error(`${method} took too long.`)), TIMEOUT_MS);
      return command.promise.finally(() => clearTimeout(timer));
    },
    close: () => socket.close(),
  };
}

/** The machine's Firefox, headless, driven by WebDriver BiDi: Debian packages no geckodriver. */
export async function startFirefox(run: Run, device: Device): Promise<Driver> {
  const program = findProgram(['firefox-esr', 'firefox'], 'firefox-esr');
  const profile = path.join(run.folder, 'profile');
  fs.mkdirSync(profile);
  const preferences = ['primary', 'all'].map(
    (kind) => `user_pref("ui.${kind}PointerCapabilities", ${POINTERS[device]});\n`,
  );
  fs.writeFileSync(path.join(profile, 'user.js'), preferences.join(''));
  const port = await freePort();
  const options = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`];
  startProgram(run, program, [...options, 'about:blank'], { HOME: profile });
  const { send, close } = await retry('Firefox', () => connect(`ws://127.0.0.1:${port}/session`));
  run.onEnd(close);
  const opened = await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  const { browserVersion } = sessionSchema.parse(opened).capabilities;
  // The first tab never has the focus, so it shows no focus ring and typed dates don't advance. A new tab does.
  const { context } = tabSchema.parse(await send('browsingContext.create', { type: 'tab' }));
  await send('browsingContext.setViewport', { context, viewport: WINDOWS[device] });
  const evaluate = (expression: string) =>
    send('script.evaluate', { expression, target: { context }, awaitPromise: false });
  const perform = (source: object) => send('input.performActions', { context, actions: [source] });
  return {
    version: `Firefox ${browserVersion}`,
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    read: async (expression) => {
      const { result } = textSchema.parse(await evaluate(`JSON.stringify((${expression}) ?? null)`));
      return JSON.parse(result.value ?? 'null');
    },
    ...webDriverInput(perform),
    choose: async (selector, file) => {
      const { result } = nodeSchema.parse(await evaluate(`document.querySelector(${JSON.stringify(selector)})`));
      await send('input.setFiles', { context, element: { sharedId: result.sharedId }, files: [file] });
    },
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    picture: async (extent) => {
      const origin = extent === 'page' ? 'document' : 'viewport';
      const { data } = pictureSchema.parse(await send('browsingContext.captureScreenshot', { context, origin }));
      return Buffer.from(data, 'base64');
    },
  };
}
