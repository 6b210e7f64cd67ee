import { beforeEach, expect, test } from 'vitest';
import { CACHE_PREFIX, cachesOfFiles, createFileKeeper, type KeptFiles } from './file-keeper.ts';

const { origin } = window.location;
const PAGE = '<script type="module" src="/assets/app-1.js"></script>';
const FIRST: KeptFiles = { version: 'one', page: '/index.html', files: ['/assets/app-1.js', '/icon.svg'] };
const SECOND: KeptFiles = { version: 'two', page: '/index.html', files: ['/assets/app-2.js', '/icon.svg'] };

beforeEach(async () => {
  for (const name of await caches.keys()) await caches.delete(name);
});

/** A server that has these files; undefined: no connection. */
function createServer(files: Readonly<Record<string, string>> | undefined) {
  const server = { files, asked: [] as string[] };
  const fetch = async (request: Request | string) => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, origin);
    server.asked.push(pathname);
    if (!server.files) throw new TypeError('Failed to fetch');
    const body = server.files[pathname];
    return new Response(body ?? '', { status: body === undefined ? 404 : 200, headers: { 'x-policy': 'self' } });
  };
  return Object.assign(server, { fetch });
}

const withFiles = (script: string) =>
  createServer({
    '/index.html': PAGE.replace('app-1', script),
    [`/assets/${script}.js`]: script,
    '/icon.svg': 'icon',
    '/about': 'from the server',
  });

const never = () => new Promise<void>(() => {});
const keeperOf = (kept: KeptFiles, { fetch }: ReturnType<typeof createServer>, wait = never) =>
  createFileKeeper({ kept, origin, caches, fetch, wait });

function requestFor(path: string, mode: RequestMode = 'cors', method = 'GET'): Request {
  const request = new Request(new URL(path, origin), { method });
  // Scripts cannot make a navigation themselves.
  return Object.defineProperty(request, 'mode', { value: mode });
}

const keptPaths = async (version: string) => {
  const requests = await (await caches.open(`${CACHE_PREFIX}${version}`)).keys();
  return requests.map(({ url }) => new URL(url).pathname).sort();
};

test('exactly the files of the build are kept, and no response to a page is added', async () => {
  const server = withFiles('app-1');
  const keeper = keeperOf(FIRST, server);
  await keeper.keep();
  const paths = ['/assets/app-1.js', '/icon.svg', '/index.html'];
  expect(await keptPaths('one')).toEqual(paths);
  await keeper.respond(requestFor('/about', 'navigate'));
  await keeper.respond(requestFor('/assets/other-9.js'));
  await keeper.respond(requestFor('/icon.svg'));
  expect(await keptPaths('one')).toEqual(paths);
});

test.each([
  ['a file that cannot be had', { '/index.html': PAGE, '/icon.svg': 'icon' }],
  ['the page of another version', { '/index.html': PAGE.replace('1', '2'), '/assets/app-1.js': '', '/icon.svg': '' }],
])('%s keeps nothing', async (_, files) => {
  await expect(keeperOf(FIRST, createServer(files)).keep()).rejects.toThrow();
  expect(await cachesOfFiles(caches)).toEqual([]);
});

test('a navigation goes to the server; without a connection the kept page comes with its headers', async () => {
  const server = withFiles('app-1');
  const keeper = keeperOf(FIRST, server);
  await keeper.keep();
  expect(await (await keeper.respond(requestFor('/about', 'navigate')))?.text()).toBe('from the server');
  server.files = undefined;
  const page = await keeper.respond(requestFor('/education?x=1', 'navigate'));
  expect([await page?.text(), page?.headers.get('x-policy')]).toEqual([PAGE, 'self']);
});

test('a network that does not respond is given up after a while', async () => {
  const server = withFiles('app-1');
  await keeperOf(FIRST, server).keep();
  const hanging = { ...server, fetch: () => new Promise<Response>(() => {}) };
  const keeper = keeperOf(FIRST, hanging, async () => {});
  expect(await (await keeper.respond(requestFor('/about', 'navigate')))?.text()).toBe(PAGE);
});

test('where nothing is kept the failure of the network is the response', async () => {
  const keeper = keeperOf(FIRST, createServer(undefined));
  await expect(keeper.respond(requestFor('/about', 'navigate'))).rejects.toThrow('Failed to fetch');
  await expect(keeper.respond(requestFor('/icon.svg'))).rejects.toThrow('Failed to fetch');
});

test('[ROUTE-15] pages of the previous version find their files, and older ones are deleted', async () => {
  await keeperOf({ ...FIRST, version: 'zero' }, withFiles('app-1')).keep();
  await keeperOf(FIRST, withFiles('app-1')).keep();
  const server = withFiles('app-2');
  const keeper = keeperOf(SECOND, server);
  await keeper.keep();
  await caches.open('of-somebody-else');
  await keeper.tidy();
  expect(await caches.keys()).toEqual([`${CACHE_PREFIX}one`, `${CACHE_PREFIX}two`, 'of-somebody-else']);
  server.asked = [];
  expect(await (await keeper.respond(requestFor('/assets/app-1.js')))?.text()).toBe('app-1');
  expect(server.asked).toEqual([]);
  server.files = undefined;
  expect(await (await keeper.respond(requestFor('/icon.svg')))?.text()).toBe('icon');
  expect(await (await keeper.respond(requestFor('/about', 'navigate')))?.text()).toContain('app-2');
});

test.each([
  ['a call', requestFor('/api/profile')],
  ['a PDF', requestFor('/files/pdf/1', 'navigate')],
  ['the service view', requestFor('/about?service_token=x', 'navigate')],
  ['what is sent', requestFor('/about', 'cors', 'POST')],
  ['another origin', requestFor('https://other.example/assets/app-1.js')],
  ['a file that is not kept', requestFor('/robots.txt')],
])('%s is left to the browser', (_, request) => {
  const server = withFiles('app-1');
  expect(keeperOf(FIRST, server).respond(request)).toBeNull();
  expect(server.asked).toEqual([]);
});
