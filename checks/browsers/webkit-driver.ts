import fs from 'node:fs';
import { z } from 'zod';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { CannotRun, type Run } from '../support/command.ts';
import { retry } from '../support/processes.ts';
import { type Driver, findProgram, startProgram, WINDOWS, webDriverInput } from './driver.ts';

const PACKAGES = 'webkit2gtk-driver xvfb';
const TIMEOUT_MS = 60_000;

const responseSchema = z.object({ value: z.unknown() });
const sessionSchema = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string().optional() }),
});
const sizeSchema = z.object({ width: z.number(), height: z.number() });
/** Taller than the longest page. */
const SCREEN = { width: 1400, height: 12_000 } as const;
/** The window's bars are at most this high. */
const BARS_PX = 100;
const elementSchema = z.record(z.string(), z.string());

/** WebKitGTK's small browser. The driver doesn't know where Debian installs it. */
function findMiniBrowser(): string {
  const [file] = fs.globSync(`/usr/lib/*/{webkit2gtk-4.1,webkit2gtk-4.0,webkitgtk-6.0}/MiniBrowser`);
  if (file === undefined) throw new CannotRun(`not installed: apt-get install ${PACKAGES}`);
  return file;
}

async function send(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = responseSchema.parse(await response.json());
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${JSON.stringify(value).slice(0, 300)}`);
  return value;
}

/** Starts a virtual screen; returns its display name. */
async function startScreen(run: Run): Promise<string> {
  const number = 100 + (process.pid % 800);
  const size = `${SCREEN.width}x${SCREEN.height}x24`;
  startProgram(run, findProgram(['Xvfb'], PACKAGES), [`:${number}`, '-screen', '0', size, '-nolisten', 'tcp']);
  await retry('Xvfb', async () => fs.accessSync(`/tmp/.X11-unix/X${number}`));
  return `:${number}`;
}

/** Debian's WebKitGTK, driven by WebDriver on a virtual screen; its window can't have a phone's width. */
export async function startWebKit(run: Run): Promise<Driver> {
  const [driver, binary] = [findProgram(['WebKitWebDriver'], PACKAGES), findMiniBrowser()];
  const port = await freePort();
  startProgram(run, driver, [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: await startScreen(run),
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    // The sandbox needs a user bus, which servers don't have. The browser opens our own pages only.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  const base = `http://127.0.0.1:${port}`;
  const alwaysMatch = {
    acceptInsecureCerts: true,
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  };
  await retry('WebKitWebDriver', () => send('GET', `${base}/status`));
  const opened = await send('POST', `${base}/session`, { capabilities: { alwaysMatch } });
  const { sessionId, capabilities } = sessionSchema.parse(opened);
  const session = `${base}/session/${sessionId}`;
  run.onEnd(() => send('DELETE', session).catch(() => undefined));
  const read = (expression: string) =>
    send('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] });
  /**
   * Resizes the window and centers it under the mouse: without a window manager, the window under the mouse has the focus. The
   * size changes some time after the response.
   */
  const resize = async ({ width, height }: z.infer<typeof sizeSchema>) => {
    await send('POST', `${session}/window/rect`, {
      x: Math.round((SCREEN.width - width) / 2),
      y: Math.round((SCREEN.height - height) / 2),
      width,
      height,
    });
    await retry('The size of the window', async () => {
      const inner = sizeSchema.parse(await read('({ width: innerWidth, height: innerHeight })'));
      if (inner.width > width || inner.height > height || inner.height < height - BARS_PX) throw new Error('Not yet.');
    });
  };
  await resize(WINDOWS.desktop);
  const perform = (source: object) => send('POST', `${session}/actions`, { actions: [source] });
  const takePicture = async () => Buffer.from(z.string().parse(await send('GET', `${session}/screenshot`)), 'base64');
  return {
    version: `WebKitGTK ${capabilities.browserVersion ?? ''}`.trim(),
    goto: async (url) => void (await send('POST', `${session}/url`, { url })),
    read,
    ...webDriverInput(perform),
    choose: async (selector, file) => {
      const element = await send('POST', `${session}/element`, { using: 'css selector', value: selector });
      const [id = ''] = Object.values(elementSchema.parse(element));
      await send('POST', `${session}/element/${id}/value`, { text: file });
    },
    back: async () => void (await send('POST', `${session}/back`, {})),
    reload: async () => void (await send('POST', `${session}/refresh`, {})),
    picture: async (extent) => {
      if (extent === 'window') return takePicture();
      // The driver takes pictures of the window only, so the window grows to the height of the page for a moment.
      const pageHeight = z.number().parse(await read('document.documentElement.scrollHeight'));
      const { width, height } = WINDOWS.desktop;
      await resize({ width, height: Math.min(Math.max(pageHeight + BARS_PX, height), SCREEN.height) });
      const picture = await takePicture();
      await resize(WINDOWS.desktop);
      return picture;
    },
  };
}
