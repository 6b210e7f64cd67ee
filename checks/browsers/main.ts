import fs from 'node:fs';
import path from 'node:path';
import { withFolder } from '../support/processes.ts';
import { startChromium } from './chromium-driver.ts';
import { BrowserNotInstalled, type Device, type Driver, type StartDriver } from './driver.ts';
import { compareFindings, type Findings } from './findings.ts';
import { startFirefox } from './firefox-driver.ts';
import { writePictures } from './pictures.ts';
import { type Place, SCHEMES, startPlace } from './places.ts';
import { TOUCH_EXPECTED, walkByTouch } from './touch.ts';
import { WALK_EXPECTED, walk } from './walk.ts';
import { startWebKit } from './webkit-driver.ts';

/**
 * npm run walk:browsers [-- chromium firefox webkit http https]: walks from signing up to the PDF copy in each browser,
 * on a product that it starts for that, with pictures side by side. Exit code 1 when a browser shows anything else
 * than a person expects, or is not installed.
 */
const BROWSERS: Readonly<Record<string, StartDriver>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebKit,
};
const results = path.resolve(import.meta.dirname, '../../test-results/browsers');

/** Does something with a browser that is started for it; says what went wrong. */
async function withBrowser(
  start: StartDriver,
  device: Device,
  pictures: string,
  act: (driver: Driver) => Promise<void>,
): Promise<string | undefined> {
  let driver: Driver | undefined;
  try {
    driver = await start(device);
    await act(driver);
    return undefined;
  } catch (error) {
    if (error instanceof BrowserNotInstalled) return `not installed: ${error.message}`;
    if (driver) {
      const last = await driver.picture('window').catch(() => undefined);
      if (last) fs.writeFileSync(path.join(pictures, 'failed.png'), last);
    }
    return error instanceof Error ? error.message : String(error);
  } finally {
    await driver?.close();
  }
}

/** One browser at one address, with mouse and keyboard and then with a finger; returns the number of failures. */
async function visit(name: string, start: StartDriver, place: Place, found: Map<string, Findings>): Promise<number> {
  const key = `${place.scheme}-${name}`;
  const pictures = path.join(results, key);
  fs.mkdirSync(pictures, { recursive: true });
  const report = (findings: Findings) => found.set(key, { ...found.get(key), ...findings });
  let failures = 0;
  const say = (what: string, problem: string | undefined, since: number) => {
    if (problem !== undefined) failures += 1;
    const took = `${Math.round((performance.now() - since) / 1000)} s`;
    console.log(
      `${problem === undefined ? 'walked ' : 'STOPPED'} ${key}, ${what} (${took})${problem ? `: ${problem}` : ''}`,
    );
  };
  let version = name;
  let since = performance.now();
  const onDesktop = await withBrowser(start, 'desktop', pictures, async (driver) => {
    version = driver.version;
    const username = `ada.testperson.${key}@mail.example`;
    await withFolder((folder) => walk({ ...place, driver, username, folder, pictures }, report));
  });
  say(`${version} with mouse and keyboard`, onDesktop, since);
  since = performance.now();
  const onPhone = await withBrowser(start, 'phone', pictures, (driver) => walkByTouch(driver, place.origin, report));
  say(`${version} with a finger`, onPhone, since);
  return failures;
}

const chosen = process.argv.slice(2);
const choices: readonly string[] = [...Object.keys(BROWSERS), ...SCHEMES];
const unknown = chosen.filter((name) => !choices.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Choose from ${choices.join(', ')}.`);
  process.exit(2);
}
/** Those that were chosen; all of them when none of their kind was. */
function pick<T extends string>(names: readonly T[]): readonly T[] {
  const picked = names.filter((name) => chosen.includes(name));
  return picked.length > 0 ? picked : names;
}

fs.rmSync(results, { recursive: true, force: true });
fs.mkdirSync(results, { recursive: true });
const found = new Map<string, Findings>();
let failures = 0;
for (const scheme of pick(SCHEMES)) {
  await withFolder(async (dataDir) => {
    const place = await startPlace[scheme](dataDir);
    try {
      for (const name of pick(Object.keys(BROWSERS))) {
        const start = BROWSERS[name];
        if (start) failures += await visit(name, start, place, found);
      }
    } finally {
      await place.stop();
    }
  });
}
const comparison = compareFindings({ ...WALK_EXPECTED, ...TOUCH_EXPECTED }, found);
console.log(`\n${comparison.lines.join('\n')}\n\nPictures side by side: ${writePictures(results)}`);
process.exitCode = failures + comparison.failures === 0 ? 0 : 1;
