import type { Browser } from 'playwright';
import * as z from 'zod';
import { PHONE_SCREEN } from './phone.ts';

/** A tab that takes commands of the DevTools protocol and that nothing else looks at. */
export interface QuietTab {
  readonly send: (method: string, params?: object) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const reply = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/**
 * Opens a tab of its own, as large as a phone's. In those that Playwright opens, each Error that a script makes while it begins costs a second
 * reading of the whole script (the engine looks up the lines of its stack), and waiting for something to happen puts
 * scripts of 100 ms of a slow phone into the page: a visitor's browser does neither.
 */
export async function openQuietTab(browser: Browser): Promise<QuietTab> {
  const devtools = await browser.newBrowserCDPSession();
  const { browserContextId } = await devtools.send('Target.createBrowserContext');
  const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let commands = 0;
  devtools.on('Target.receivedMessageFromTarget', (received) => {
    if (received.sessionId !== sessionId) return;
    const { id = 0, result, error } = reply.parse(JSON.parse(received.message));
    const command = waiting.get(id);
    waiting.delete(id);
    if (error) command?.reject(new Error(error.message));
    else command?.resolve(result);
  });
  const send = async (method: string, params: object = {}) => {
    commands += 1;
    const command = Promise.withResolvers<unknown>();
    waiting.set(commands, command);
    const message = JSON.stringify({ id: commands, method, params });
    await devtools.send('Target.sendMessageToTarget', { sessionId, message });
    return command.promise;
  };
  await send('Page.enable');
  await send('Network.enable');
  await send('Network.setBypassServiceWorker', { bypass: true });
  await send('Emulation.setDeviceMetricsOverride', { ...PHONE_SCREEN, deviceScaleFactor: 1, mobile: true });
  return {
    send,
    close: async () => {
      await devtools.send('Target.disposeBrowserContext', { browserContextId });
      await devtools.detach();
    },
  };
}
