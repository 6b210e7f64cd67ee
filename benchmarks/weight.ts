import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright';
import { findChromium } from '../apps/server/src/adapters/browser/find-chromium.ts';

/**
 * `npm run bench:weight`: how much a visitor's browser fetches for each address until the page stands and rests, in kB
 * of brotli. Builds the browser app into a folder of its own. Ends with 1 when the first screen's scripts are over the
 * limit.
 */
const FIRST_SCREEN = '/about';
const SCRIPT_LIMIT_KB = 140;
const ROUTES = [
  FIRST_SCREEN,
  '/education',
  '/final-steps',
  '/login',
  '/signup',
  '/confirm',
  '/forgot',
  '/reset?username=ada%40mail.example&id=X',
];
const TYPES = new Map([
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);

const root = path.resolve(import.meta.dirname, '..');
const dist = await mkdtemp(path.join(tmpdir(), 'firstyear-weight-'));

function build(): void {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', dist, '--emptyOutDir'],
    { cwd: path.join(root, 'apps/web'), env: { ...process.env, NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The browser app does not build:\n${stderr}`);
}

/** Serves the built app; every address that is no file is the page. A visitor's page makes no other call. */
function serve(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(dist, path.normalize(pathname));
    const isFile = path.extname(file) !== '' && existsSync(file);
    response.setHeader('content-type', TYPES.get(path.extname(file)) ?? 'text/html');
    response.end(readFileSync(isFile ? file : path.join(dist, 'index.html')));
  });
  return new Promise((resolve) => {
    server.listen(0, 'localhost', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ origin: `http://localhost:${port}`, close: () => server.close() });
    });
  });
}

/** Brotli at its best, as the server sends built files; fonts are compressed already. */
const weightOf = (body: Buffer, type: string) => (type === 'font' ? body.length : brotliCompressSync(body).length);
const kB = (bytes: number) => (bytes / 1000).toFixed(1);

build();
const { origin, close } = await serve();
const executablePath = findChromium(process.env.CHROMIUM_PATH || undefined, process.env.PATH ?? '');
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  // Opens our own files only; may be run as root.
  args: ['--no-sandbox'],
});
let isTooHeavy = false;
try {
  console.log('kB of brotli'.padEnd(14), 'scripts'.padStart(8), 'styles'.padStart(8), 'fonts'.padStart(8));
  for (const route of ROUTES) {
    const page = await browser.newPage();
    const sums = new Map<string, number>();
    const reads: Promise<void>[] = [];
    page.on('response', (response) => {
      const type = response.request().resourceType();
      const read = response.body().then((body) => {
        sums.set(type, (sums.get(type) ?? 0) + weightOf(body, type));
      });
      reads.push(read);
    });
    await page.goto(`${origin}${route}`, { waitUntil: 'networkidle' });
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await page.waitForLoadState('networkidle');
    await Promise.all(reads);
    await page.close();
    const scripts = sums.get('script') ?? 0;
    if (scripts === 0) throw new Error(`${route} has fetched no script.`);
    if (route === FIRST_SCREEN && scripts > SCRIPT_LIMIT_KB * 1000) isTooHeavy = true;
    const columns = ['script', 'stylesheet', 'font'].map((type) => kB(sums.get(type) ?? 0).padStart(8));
    console.log(route.replace(/\?.*/, '').padEnd(14), ...columns);
  }
} finally {
  await browser.close();
  close();
  await rm(dist, { recursive: true, force: true });
}
console.log(`The scripts of ${FIRST_SCREEN} may weigh ${SCRIPT_LIMIT_KB} kB${isTooHeavy ? ': too heavy' : ''}.`);
process.exitCode = isTooHeavy ? 1 : 0;
