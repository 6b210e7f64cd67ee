import { chromium } from 'playwright';
import { browserLaunch } from '../../tools/test/browser-launch.ts';
import { BrowserNotInstalled, type Device, type Driver, WINDOWS } from './driver.ts';

/** The machine's Chromium, driven by Playwright. */
export async function startChromium(device: Device): Promise<Driver> {
  const launch = browserLaunch();
  if (launch.executablePath === undefined) throw new BrowserNotInstalled('apt-get install chromium');
  const browser = await chromium.launch(launch);
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
    close: () => browser.close(),
  };
}
