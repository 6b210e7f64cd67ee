import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { HEALTH_PATH, PARAMETERS } from '@firstyear/api-contract/addresses';
import { serviceApplication, temporaryApplication } from '@firstyear/api-contract/application';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { login, signup } from '@firstyear/api-contract/identity';
import { lookupText } from '@firstyear/api-contract/lookup';
import { errorCode } from '@firstyear/processes/error-code';
import * as z from 'zod';
import { type Run, runCommand, withRun } from '../support/command.ts';
import { runGroup } from '../support/processes.ts';
import { startWhole } from '../support/product.ts';

/**
 * npm run test:scanners: starts the product on this machine and runs third-party scanners (wapiti, sqlmap, slowhttptest, all in
 * Debian) against it, each with a time limit. Exit code 1 when one finds something; scanners that aren't installed are listed.
 */
interface Scan {
  readonly program: string;
  readonly title: string;
  readonly seconds: number;
  /** Its arguments, with a folder for its files. */
  readonly args: (baseUrl: string, folder: string) => readonly string[];
  /** Reads its findings from its output and files. */
  readonly findings: (printed: string, folder: string) => readonly string[];
  /** Whether it ran to completion. */
  readonly isDone: (printed: string, folder: string) => boolean;
}

const SCHOOLS = `${lookupText.path}?category=hs_ceeb&text=lark&max_results=5`;
const STREETS = `${lookupText.path}?category=address&text=main&max_results=5`;

/** Addresses with parameters, which a crawler can't find in pages that the browser draws. */
const WITH_PARAMETERS = [
  SCHOOLS,
  STREETS,
  `${temporaryApplication.path}?${PARAMETERS.token}=one`,
  `${serviceApplication.path}?${PARAMETERS.serviceToken}=one`,
  filePaths.pdfCopy('00000000-0000-4000-8000-000000000000', { expires: '1', signature: 'one' }),
];

const wapitiReport = z.object({
  vulnerabilities: z.record(z.string(), z.array(z.object({ info: z.string(), path: z.string() }))),
  anomalies: z.record(z.string(), z.array(z.object({ info: z.string(), path: z.string() }))),
});

/** Findings of wapiti that are fine, and why. */
const EXPECTED: Readonly<Record<string, string>> = {
  'X-XSS-Protection is not set': 'browsers have dropped this header, and the Content-Security-Policy covers it',
  'Strict-Transport-Security is not set': 'it is sent with an https address, and the product under test is on http',
};

function readWapiti(folder: string): readonly string[] {
  const file = path.join(folder, 'report.json');
  if (!fs.existsSync(file)) return [];
  const { vulnerabilities, anomalies } = wapitiReport.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, list]) =>
    list.flatMap(({ info, path: url }) => (Object.hasOwn(EXPECTED, info) ? [] : [`${kind}: ${info} (${url})`])),
  );
}

const MODULES =
  'backup,blindsql,crlf,csp,exec,file,htaccess,http_headers,methods,permanentxss,redirect,sql,ssrf,xss,xxe';

const wapiti: Scan = {
  program: 'wapiti',
  title: 'crawls pages and attacks every parameter it knows',
  seconds: 240,
  args: (baseUrl, folder) => [
    ...['-u', `${baseUrl}/`, '--scope', 'domain', '-d', '3', '--max-links-per-page', '30'],
    ...WITH_PARAMETERS.flatMap((address) => ['-s', `${baseUrl}${address}`]),
    ...['--max-scan-time', '40', '--max-attack-time', '20', '-t', '10', '--no-bugreport', '--flush-session'],
    ...['-m', MODULES],
    ...['--store-session', path.join(folder, 'session'), '--store-config', path.join(folder, 'config')],
    ...['-f', 'json', '-o', path.join(folder, 'report.json')],
  ],
  findings: (_printed, folder) => readWapiti(folder),
  isDone: (_printed, folder) => fs.existsSync(path.join(folder, 'report.json')),
};

const sqlmap = (title: string, ...target: readonly string[]): Scan => ({
  program: 'sqlmap',
  title,
  seconds: 150,
  args: (baseUrl, folder) => [
    ...target.map((part) => part.replaceAll('BASE', baseUrl)),
    ...['--batch', '--dbms=PostgreSQL', '--level=2', '--risk=1', '--technique=BEUS', '--timeout=10', '--retries=0'],
    ...['--flush-session', '--disable-coloring', '--ignore-code=400,403,404,429', `--output-dir=${folder}`],
  ],
  // sqlmap tests a parameter that "appears to be injectable" again, and prints it if that is confirmed.
  findings: (printed) => printed.split('\n').filter((line) => /^Parameter: |is vulnerable/.test(line)),
  isDone: (printed) => /do not appear to be injectable|Parameter: /.test(printed),
});

const card = (title: string, address: string, payload: object): Scan =>
  sqlmap(
    title,
    '-u',
    `BASE${address}`,
    `--data=${JSON.stringify(payload)}`,
    '--headers=Content-Type: application/json\nOrigin: BASE',
  );

const slow = (title: string, ...mode: readonly string[]): Scan => ({
  program: 'slowhttptest',
  title,
  seconds: 60,
  args: (baseUrl) => [
    ...mode,
    ...['-c', '400', '-r', '100', '-i', '5', '-l', '25', '-p', '5', '-u'],
    `${baseUrl}${login.path}`,
  ],
  // The result of its last probe, without colors.
  findings: (printed) => {
    const probes = [...stripVTControlCharacters(printed).matchAll(/service available:\s+(\w+)/g)].map(
      ([, word]) => word,
    );
    return probes.at(-1) === 'NO' ? ['the service was not available at the end'] : [];
  },
  isDone: (printed) => /Exit status|Test ended/.test(printed),
});

const SCANS: readonly Scan[] = [
  slow('400 connections that send their headers slowly', '-H'),
  slow('400 connections that send their body slowly', '-B', '-f', 'application/json'),
  sqlmap('the look-up of schools', '-u', `BASE${SCHOOLS}`),
  sqlmap('the look-up of addresses', '-u', `BASE${STREETS}`),
  card('the Log In card', login.path, { username: 'ada@mail.example', password: 'Wrong-guess-1234!' }),
  card('the Sign Up card', signup.path, { username: 'ada@mail.example', password: 'Wrong-guess-1234!' }),
  wapiti,
];

/** Requests the health check once a second during some work. Returns the result of the work, and a summary of the responses. */
async function watchHealth<T>(baseUrl: string, work: Promise<T>): Promise<readonly [T, string]> {
  const times: number[] = [];
  let [isOver, failures] = [false, 0];
  const watching = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const signal = AbortSignal.timeout(10_000);
      const response = await fetch(`${baseUrl}${HEALTH_PATH}`, { signal }).catch(() => undefined);
      if (response?.ok) times.push(performance.now() - startedAt);
      else failures += 1;
      await sleep(1_000);
    }
  })();
  const result = await work.finally(() => {
    isOver = true;
    return watching;
  });
  const slowest = Math.round(Math.max(0, ...times));
  return [result, `meanwhile ${times.length} health checks, ${failures} failed, the slowest took ${slowest} ms`];
}

/** Runs a scanner and prints its findings; returns whether there are none. */
async function scanProduct(scan: Scan, baseUrl: string, { folder }: Run): Promise<boolean> {
  console.log(`\n${scan.program}: ${scan.title}`);
  const running = runGroup(scan.program, scan.args(baseUrl, folder), {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' },
    signal: AbortSignal.timeout(scan.seconds * 1_000),
    endWith: 'SIGKILL',
  }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  const [ended, evidence] = await watchHealth(baseUrl, running);
  if (!ended) {
    console.log(`  NOT INSTALLED. On Debian: apt-get install ${scan.program}`);
    return true;
  }
  const findings = scan.findings(ended.printed, folder);
  const end = scan.isDone(ended.printed, folder) ? 'completed' : `stopped after ${scan.seconds} s`;
  console.log(`  ${findings.length} findings, ${end}; ${evidence}`);
  for (const finding of findings) console.log(`  ${finding}`);
  return findings.length === 0;
}

await runCommand(async (run) => {
  const { url } = await startWhole(run);
  const results: boolean[] = [];
  for (const scan of SCANS) results.push(await withRun((own) => scanProduct(scan, url, own)));
  return results.every(Boolean);
});
