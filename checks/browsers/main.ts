import fs from 'node:fs';
import path from 'node:path';
import { CannotRun, type Run, runCommand, UsageError, withRun } from '../support/command.ts';
import { ROOT } from '../support/processes.ts';
import { startChromium } from './chromium-driver.ts';
import type { Device, Driver, StartDriver } from './driver.ts';
import { TOUCH_EXPECTED, walkByTouch } from './fields.ts';
import { compareFindings, type Findings, writePictures } from './findings.ts';
import { startFirefox } from './firefox-driver.ts';
import { type Place, SCHEMES, startPlace } from './places.ts';
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
const results = path.join(ROOT, 'test-results/browsers');

/** Does some work with a browser; returns the problem, if there is one. */
async function useBrowser(
  start: StartDriver,
  device: Device,
  pictures: string,
  work: (driver: Driver, run: Run) => Promise<void>,
): Promise<string | undefined> {
  return withRun(async (run) => {
    let driver: Driver | undefined;
    try {
      driver = await start(run, device);
      await work(driver, run);
      return undefined;
    } catch (error) {
      const last = error instanceof CannotRun ? undefined : await driver?.picture('window').catch(() => undefined);
      if (last) fs.writeFileSync(path.join(pictures, 'failed.png'), last);
      return error instanceof Error ? error.message : String(error);
    }
  });
}

/** Visits a product with mouse and keyboard, and then with a finger; returns the number of failures. */
async function visit(name: string, start: StartDriver, place: Place, found: Map<string, Findings>): Promise<number> {
  const key = `${place.scheme}-${name}`;
  const pictures = path.join(results, key);
  fs.mkdirSync(pictures, { recursive: true });
  const report = (findings: Findings) => found.set(key, { ...found.get(key), ...findings });
  let [version, failures] = [name, 0];
  const walkOn = async (device: Device, by: string, work: (driver: Driver, run: Run) => Promise<void>) => {
    const startedAt = performance.now();
    const problem = await useBrowser(start, device, pictures, (driver, run) => {
      version = driver.version;
      return work(driver, run);
    });
    if (problem !== undefined) failures += 1;
    const took = `${Math.round((performance.now() - startedAt) / 1000)} s`;
    const outcome = problem === undefined ? 'walked ' : 'STOPPED';
    console.log(`${outcome} ${key}, ${version} with ${by} (${took})${problem ? `: ${problem}` : ''}`);
  };
  const username = `ada.testperson.${key}@mail.example`;
  await walkOn('desktop', 'mouse and keyboard', (driver, { folder }) =>
    walk({ ...place, driver, username, folder, pictures }, report),
  );
  await walkOn('phone', 'a finger', (driver) => walkByTouch(driver, place.origin, report));
  return failures;
}

await runCommand(async () => {
  const chosen = process.argv.slice(2);
  const choices: readonly string[] = [...Object.keys(BROWSERS), ...SCHEMES];
  const unknown = chosen.filter((name) => !choices.includes(name));
  if (unknown.length > 0) throw new UsageError(`There is no ${unknown.join(', ')}. Choose from ${choices.join(', ')}.`);
  /** Those that were chosen; all when none of their kind was. */
  const pick = <T extends string>(names: readonly T[]): readonly T[] => {
    const picked = names.filter((name) => chosen.includes(name));
    return picked.length > 0 ? picked : names;
  };
  fs.rmSync(results, { recursive: true, force: true });
  fs.mkdirSync(results, { recursive: true });
  const found = new Map<string, Findings>();
  let failures = 0;
  for (const scheme of pick(SCHEMES))
    await withRun(async (run) => {
      const place = await startPlace(run, scheme);
      for (const name of pick(Object.keys(BROWSERS))) {
        const start = BROWSERS[name];
        if (start) failures += await visit(name, start, place, found);
      }
    });
  const comparison = compareFindings({ ...WALK_EXPECTED, ...TOUCH_EXPECTED }, found);
  console.log(`\n${comparison.lines.join('\n')}\n\nPictures side by side: ${writePictures(results)}`);
  return failures + comparison.failures === 0;
});
