import { spawn } from 'node:child_process';
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
import { signalGroup, withFolder } from '../support/processes.ts';
import { startWhole } from '../support/product.ts';

/**
 * npm run test:scanners: scanners that others wrote (wapiti, sqlmap, slowhttptest, all in Debian) against a product
 * that is started for them, on this machine alone. Each is bounded in time, and ended by its process group. Exit code 1
 * when one of them finds something; one that is not installed is named.
 */
interface Scan {
  readonly program: string;
  readonly what: string;
  readonly seconds: number;
  /** Arguments, given a folder for what it writes. */
  readonly args: (baseUrl: string, folder: string) => readonly string[];
  /** What it found, from what it printed and wrote. */
  readonly findings: (printed: string, folder: string) => readonly string[];
  /** The words by which it says that it came to its end. */
  readonly isDone: (printed: string, folder: string) => boolean;
}

const SCHOOLS = `${lookupText.path}?category=hs_ceeb&text=lark&max_results=5`;
const STREETS = `${lookupText.path}?category=address&text=main&max_results=5`;

/** Addresses with parameters, which a crawler does not find behind a page that is made in the browser. */
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

/** What wapiti says of every such product, and why it is as it should be. */
const EXPECTED: Readonly<Record<string, string>> = {
  'X-XSS-Protection is not set': 'browsers have dropped this header, and the policy for content does its work',
  'Strict-Transport-Security is not set': 'the product under test is on http; with an https address it is sent',
};

function readWapiti(folder: string): readonly string[] {
  const file = path.join(folder, 'report.json');
  if (!fs.existsSync(file)) return [];
  const { vulnerabilities, anomalies } = wapitiReport.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, list]) =>
    list.flatMap(({ info, path: where }) => (Object.hasOwn(EXPECTED, info) ? [] : [`${kind}: ${info} (${where})`])),
  );
}

const wapiti: Scan = {
  program: 'wapiti',
  what: 'crawls pages and attacks every parameter it knows',
  seconds: 240,
  args: (baseUrl, folder) => [
    ...['-u', `${baseUrl}/`, '--scope', 'domain', '-d', '3', '--max-links-per-page', '30'],
    ...WITH_PARAMETERS.flatMap((address) => ['-s', `${baseUrl}${address}`]),
    ...['--max-scan-time', '40', '--max-attack-time', '20', '-t', '10', '--no-bugreport', '--flush-session'],
    ...[
      '-m',
      'backup,blindsql,crlf,csp,exec,file,htaccess,http_headers,methods,permanentxss,redirect,sql,ssrf,xss,xxe',
    ],
    ...['--store-session', path.join(folder, 'session'), '--store-config', path.join(folder, 'config')],
    ...['-f', 'json', '-o', path.join(folder, 'report.json')],
  ],
  findings: (_printed, folder) => readWapiti(folder),
  isDone: (_printed, folder) => fs.existsSync(path.join(folder, 'report.json')),
};

const sqlmap = (what: string, ...target: readonly string[]): Scan => ({
  program: 'sqlmap',
  what,
  seconds: 150,
  args: (baseUrl, folder) => [
    ...target.map((part) => part.replaceAll('BASE', baseUrl)),
    ...['--batch', '--dbms=PostgreSQL', '--level=2', '--risk=1', '--technique=BEUS', '--timeout=10', '--retries=0'],
    ...['--flush-session', '--disable-coloring', '--ignore-code=400,403,404,429', `--output-dir=${folder}`],
  ],
  // What "appears to be injectable" is only suspected: sqlmap tries it again and prints the parameter when it holds.
  findings: (printed) => printed.split('\n').filter((line) => /^Parameter: |is vulnerable/.test(line)),
  isDone: (printed) => /do not appear to be injectable|Parameter: /.test(printed),
});

const card = (what: string, address: string, payload: object): Scan =>
  sqlmap(
    what,
    '-u',
    `BASE${address}`,
    `--data=${JSON.stringify(payload)}`,
    '--headers=Content-Type: application/json\nOrigin: BASE',
  );

const slow = (what: string, ...mode: readonly string[]): Scan => ({
  program: 'slowhttptest',
  what,
  seconds: 60,
  args: (baseUrl) => [
    ...mode,
    ...['-c', '400', '-r', '100', '-i', '5', '-l', '25', '-p', '5', '-u'],
    `${baseUrl}${login.path}`,
  ],
  // Its last probe, without the colors.
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

/** Most of what a scanner prints is kept; some print without end. */
const MAX_PRINTED = 4 * 1024 * 1024;

/** Runs a scanner in a group of its own, and ends that group when its time is over. */
async function runScanner(
  scan: Scan,
  baseUrl: string,
  folder: string,
): Promise<{ printed: string; isMissing: boolean }> {
  const child = spawn(scan.program, scan.args(baseUrl, folder), {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  const keep = (part: Buffer) => {
    if (printed.length < MAX_PRINTED) printed += part.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), scan.seconds * 1_000);
  const isMissing = await new Promise<boolean>((resolve, reject) => {
    child.on('error', (error) => (errorCode(error) === 'ENOENT' ? resolve(true) : reject(error)));
    child.on('close', () => resolve(false));
  });
  clearTimeout(timer);
  return { printed, isMissing };
}

/** Asks once a second, while something runs, whether the product responds, and how long that takes at most. */
function watchHealth(baseUrl: string): { stop(): Promise<string> } {
  let isOver = false;
  const times: number[] = [];
  let failures = 0;
  const watching = (async () => {
    while (!isOver) {
      const begunAt = performance.now();
      const reply = await fetch(`${baseUrl}${HEALTH_PATH}`, { signal: AbortSignal.timeout(10_000) }).catch(
        () => undefined,
      );
      if (reply?.ok) times.push(performance.now() - begunAt);
      else failures += 1;
      await sleep(1_000);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return `meanwhile ${times.length} health checks, ${failures} failed, the slowest took ${Math.round(Math.max(0, ...times))} ms`;
    },
  };
}

async function main(dataDir: string): Promise<boolean> {
  const product = await startWhole(dataDir);
  let isGood = true;
  try {
    for (const scan of SCANS) {
      await withFolder(async (folder) => {
        const health = watchHealth(product.url);
        const { printed, isMissing } = await runScanner(scan, product.url, folder);
        const evidence = await health.stop();
        const findings = isMissing ? [] : scan.findings(printed, folder);
        const end = scan.isDone(printed, folder) ? 'came to its end' : `was ended after ${scan.seconds} s`;
        console.log(`\n${scan.program}: ${scan.what}`);
        if (isMissing) console.log(`  NOT INSTALLED. On Debian: apt-get install ${scan.program}`);
        else console.log(`  ${findings.length} findings, ${end}; ${evidence}`);
        for (const finding of findings) console.log(`  ${finding}`);
        if (findings.length > 0) isGood = false;
      });
    }
  } finally {
    await product.stop();
  }
  return isGood;
}

process.exitCode = (await withFolder(main)) ? 0 : 1;
