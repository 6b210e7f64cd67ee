import { chromium } from 'playwright';
import { browserLaunch } from '../../tools/test/browser-launch.ts';
import { CannotRun, type Run } from '../support/command.ts';
import { type Device, type Driver, WINDOWS } from './driver.ts';

/** The machine's Chromium, driven by Playwright. */
export async function startChromium(run: Run, device: Device): Promise<Driver> {
  const launch = browserLaunch();
  if (launch.executablePath === undefined) throw new CannotRun('not installed: apt-get install chromium');
  const browser = await chromium.launch(launch);
  run.onEnd(() => browser.close());
  const isPhone = device === 'phone';
  const page = await browser.newPage({
    ignoreHTTPSErrors: true,
    viewport: WINDOWS[device],
    hasTouch: isPhone,
    isMobile: isPhone,
  });
  return {
    version: `Chromium ${browser.version()}`,
    goto: async (url) => void (await page.goto(url)),
    read: (expression) => page.evaluate(`(${expression})`),
    pressAt: ({ x, y }) => page.mouse.click(x, y),
    tapAt: ({ x, y }) => page.touchscreen.tap(x, y),
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    choose: (selector, file) => page.setInputFiles(selector, file),
    back: async () => void (await page.goBack()),
    reload: async () => void (await page.reload()),
    picture: (extent) => page.screenshot({ fullPage: extent === 'page' }),
  };
}
