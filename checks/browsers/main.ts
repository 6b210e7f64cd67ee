import fs from 'node:fs';
import path from 'node:path';
import { writePicturePage } from '../../tools/gallery/picture-page.ts';
import { type Run, runCommand, UsageError, withRun } from '../support/command.ts';
import { ROOT } from '../support/processes.ts';
import { startChromium } from './chromium-driver.ts';
import type { Device, Driver, StartDriver } from './driver.ts';
import { walkByTouch } from './fields.ts';
import { Findings } from './findings.ts';
import { startFirefox } from './firefox-driver.ts';
import { type Place, SCHEMES, startPlace } from './places.ts';
import { walk } from './walk.ts';
import { startWebKit } from './webkit-driver.ts';

/**
 * npm run walk:browsers [-- chromium firefox webkit http https]: starts the product and walks from sign-up to the PDF copy in
 * each browser, with pictures side by side. Exit code 1 when a browser isn't installed, or differs from what a person expects.
 */
const BROWSERS: Readonly<Record<string, StartDriver>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebKit,
};
const results = path.join(ROOT, 'test-results/browsers');

/** Walks with mouse and keyboard, and then with a finger; returns the number of failures. */
async function walkWith(name: string, start: StartDriver, place: Place, findings: Findings): Promise<number> {
  const key = `${place.scheme}-${name}`;
  const pictures = path.join(results, key);
  fs.mkdirSync(pictures, { recursive: true });
  const report = findings.reportOf(key);
  let failures = 0;
  const walkOn = (device: Device, input: string, work: (driver: Driver, run: Run) => Promise<void>) =>
    withRun(async (run) => {
      const startedAt = performance.now();
      let [driver, outcome, problem]: [Driver | undefined, string, string] = [undefined, 'walked ', ''];
      try {
        driver = await start(run, device);
        await work(driver, run);
      } catch (error) {
        failures += 1;
        [outcome, problem] = ['STOPPED', `: ${error instanceof Error ? error.message : String(error)}`];
        const picture = await driver?.picture('window').catch(() => undefined);
        if (picture) fs.writeFileSync(path.join(pictures, 'failed.png'), picture);
      }
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      console.log(`${outcome} ${key}, ${driver?.version ?? name} with ${input} (${seconds} s)${problem}`);
    });
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
  /** The chosen names; all of them when none was chosen. */
  const pick = <T extends string>(names: readonly T[]): readonly T[] => {
    const picked = names.filter((name) => chosen.includes(name));
    return picked.length > 0 ? picked : names;
  };
  fs.rmSync(results, { recursive: true, force: true });
  fs.mkdirSync(results, { recursive: true });
  const findings = new Findings();
  let failures = 0;
  for (const scheme of pick(SCHEMES))
    await withRun(async (run) => {
      const place = await startPlace(run, scheme);
      for (const name of pick(Object.keys(BROWSERS))) {
        const start = BROWSERS[name];
        if (start) failures += await walkWith(name, start, place, findings);
      }
    });
  const comparison = findings.compare();
  const page = writePicturePage(results, 'Browsers', { 'Side by side': '.' });
  console.log(`\n${comparison.lines.join('\n')}\n\nPictures side by side: ${page}`);
  return failures + comparison.failures === 0;
});
