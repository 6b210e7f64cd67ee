import fs from 'node:fs';
import path from 'node:path';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { z } from 'zod';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { BrowserNotInstalled, type Driver, keyActions, pointerActions, WEBDRIVER_KEYS, WINDOWS } from './driver.ts';
import { type StartedProgram, startProgram, whenReady } from './started-program.ts';

const INSTALL = 'apt-get install webkit2gtk-driver xvfb';
const LIBRARIES = '/usr/lib';
const WAITS_MS = 60_000;

const replySchema = z.object({ value: z.unknown() });
const sessionSchema = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string().optional() }),
});
const sizeSchema = z.object({ width: z.number(), height: z.number() });
type Size = z.infer<typeof sizeSchema>;
/** Higher than the longest page. */
const SCREEN = { width: 1400, height: 12_000 } as const;
/** At most this much of a window's height are its bars. */
const BARS_PX = 100;
const elementSchema = z.record(z.string(), z.string());

/** The small browser of WebKitGTK; the driver does not know where Debian has put it. */
function findMiniBrowser(): string | undefined {
  for (const machine of fs.existsSync(LIBRARIES) ? fs.readdirSync(LIBRARIES) : []) {
    for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0']) {
      const file = path.join(LIBRARIES, machine, version, 'MiniBrowser');
      if (fs.existsSync(file)) return file;
    }
  }
  return undefined;
}

async function send(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(WAITS_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = replySchema.parse(await response.json());
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${JSON.stringify(value).slice(0, 300)}`);
  return value;
}

/** A screen that nobody looks at; the program chooses its number, which nobody else has then. */
async function startScreen(): Promise<StartedProgram & { readonly display: string }> {
  const program = findOnPath(['Xvfb'], process.env.PATH ?? '');
  if (program === undefined) throw new BrowserNotInstalled(INSTALL);
  const number = 100 + (process.pid % 800);
  const started = startProgram(program, [
    `:${number}`,
    '-screen',
    '0',
    `${SCREEN.width}x${SCREEN.height}x24`,
    '-nolisten',
    'tcp',
  ]);
  await whenReady('Xvfb', async () => fs.accessSync(`/tmp/.X11-unix/X${number}`));
  return { ...started, display: `:${number}` };
}

/** Safari's engine as Debian has it, driven by WebDriver on a screen of its own; its window has no phone's width. */
export async function startWebKit(): Promise<Driver> {
  const driver = findOnPath(['WebKitWebDriver'], process.env.PATH ?? '');
  const binary = findMiniBrowser();
  if (driver === undefined || binary === undefined) throw new BrowserNotInstalled(INSTALL);
  const screen = await startScreen();
  const port = await freePort();
  const program = startProgram(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: screen.display,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    // Its sandbox needs a user bus, which a server has not; it opens our own pages only.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await program.stop();
    await screen.stop();
  };
  try {
    const alwaysMatch = {
      acceptInsecureCerts: true,
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    };
    await whenReady('WebKitWebDriver', () => send('GET', `${base}/status`));
    const opened = await send('POST', `${base}/session`, { capabilities: { alwaysMatch } });
    const { sessionId, capabilities } = sessionSchema.parse(opened);
    const session = `${base}/session/${sessionId}`;
    const read = (expression: string) =>
      send('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] });
    /**
     * In the middle of the screen, because there the mouse of the screen is, and without a window manager the window
     * under it has the focus. The window gets its size some time after the request.
     */
    const resize = async ({ width, height }: Size) => {
      await send('POST', `${session}/window/rect`, {
        x: Math.round((SCREEN.width - width) / 2),
        y: Math.round((SCREEN.height - height) / 2),
        width,
        height,
      });
      await whenReady('The size of the window', async () => {
        const inner = sizeSchema.parse(await read('({ width: innerWidth, height: innerHeight })'));
        if (inner.width > width || inner.height > height || inner.height < height - BARS_PX)
          throw new Error('Not yet.');
      });
    };
    await resize(WINDOWS.desktop);
    const act = (actions: unknown) => send('POST', `${session}/actions`, { actions: [actions] });
    const keys = (values: readonly string[]) => act(keyActions(values));
    const takePicture = async () => Buffer.from(z.string().parse(await send('GET', `${session}/screenshot`)), 'base64');
    return {
      version: `WebKitGTK ${capabilities.browserVersion ?? ''}`.trim(),
      goto: async (url) => void (await send('POST', `${session}/url`, { url })),
      read,
      pressAt: async (point) => void (await act(pointerActions(point, 'mouse'))),
      tapAt: async (point) => void (await act(pointerActions(point, 'touch'))),
      type: async (text) => void (await keys([...text])),
      key: async (key) => void (await keys([WEBDRIVER_KEYS[key]])),
      choose: async (selector, file) => {
        const found = await send('POST', `${session}/element`, { using: 'css selector', value: selector });
        const [id = ''] = Object.values(elementSchema.parse(found));
        await send('POST', `${session}/element/${id}/value`, { text: file });
      },
      back: async () => void (await send('POST', `${session}/back`, {})),
      reload: async () => void (await send('POST', `${session}/refresh`, {})),
      picture: async (extent) => {
        if (extent === 'window') return takePicture();
        // The driver has pictures of the window only, so for a moment the window is as high as the page.
        const whole = z.number().parse(await read('document.documentElement.scrollHeight'));
        const { width, height } = WINDOWS.desktop;
        await resize({ width, height: Math.min(Math.max(whole + BARS_PX, height), SCREEN.height) });
        const picture = await takePicture();
        await resize(WINDOWS.desktop);
        return picture;
      },
      close: async () => {
        await send('DELETE', session).catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
