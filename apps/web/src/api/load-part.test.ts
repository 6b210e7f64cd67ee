import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPartLoader, loadPart, type PageVersion, RELOADED_FROM_KEY, waitingParts } from './load-part.ts';

const ENTRY = '/assets/index-old.js';
const pageOf = (entry: string) => `<script type="module" src="${entry}"></script>`;
const gone = new TypeError('Failed to fetch dynamically imported module');
const missing = () => Promise.reject(gone);

function setUp(change: Partial<PageVersion> = {}) {
  const reload = vi.fn();
  const version = {
    entry: ENTRY,
    fetchPage: async () => pageOf('/assets/index-new.js'),
    reload,
    waitForConnection: vi.fn(async () => {}),
    storage: createStorage(),
    ...change,
  };
  return { reload, version, load: createPartLoader(version) };
}

describe('a part of the app that cannot be fetched', () => {
  test('reloads the page once when a newer version has replaced it', async () => {
    const { reload, version, load } = setUp();
    void load(missing);
    await eventually(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(version.storage?.getItem(RELOADED_FROM_KEY)).toBe(ENTRY);
    await expect(load(missing)).rejects.toBe(gone);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('reloads again when the version that came with the reload is replaced too', async () => {
    const { version } = setUp();
    version.storage?.setItem(RELOADED_FROM_KEY, '/assets/index-older.js');
    const later = setUp({ storage: version.storage });
    void later.load(missing);
    await eventually(() => expect(later.reload).toHaveBeenCalledTimes(1));
  });

  const cases: readonly (readonly [string, Partial<PageVersion>])[] = [
    ['the version is still the same', { fetchPage: async () => pageOf(ENTRY) }],
    ['the tab keeps nothing, so that typed answers would be lost', { storage: null }],
    ['the page does not know its own version', { entry: null }],
  ];
  test.each(cases)('is an error like any other when %s', async (_, change) => {
    const { reload, load } = setUp(change);
    await expect(load(missing)).rejects.toBe(gone);
    expect(reload).not.toHaveBeenCalled();
  });
});

test('[D19] without a connection it waits, however long, and comes when the server can be reached again', async () => {
  let tries = 0;
  const { version, reload, load } = setUp({ fetchPage: () => Promise.reject(gone) });
  const part = await load(async () => {
    tries += 1;
    if (tries < 5) throw gone;
    return 'part';
  });
  expect(part).toBe('part');
  expect(version.waitForConnection).toHaveBeenCalledTimes(4);
  expect(reload).not.toHaveBeenCalled();
});

test('a request that is lost although the server can be reached is retried', async () => {
  let tries = 0;
  const { version, reload, load } = setUp({ fetchPage: async () => pageOf(ENTRY) });
  const part = await load(async () => {
    tries += 1;
    if (tries < 3) throw gone;
    return 'part';
  });
  expect(part).toBe('part');
  expect(version.waitForConnection).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});

test('a part that can be fetched is returned without a check of versions', async () => {
  const fetchPage = vi.fn<PageVersion['fetchPage']>();
  await expect(setUp({ fetchPage }).load(async () => 'part')).resolves.toBe('part');
  expect(fetchPage).not.toHaveBeenCalled();
});

test('[D19] while a part waits for the connection the page can say so, and it is loaded as soon as the browser is connected', async () => {
  const view = Object.assign(new EventTarget(), { sessionStorage: createStorage() });
  vi.stubGlobal('window', view);
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(gone);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const said: boolean[] = [];
  onTestFinished(waitingParts.subscribe(() => said.push(waitingParts.get() > 0)));
  let isDown = true;
  const part = loadPart(async () => {
    if (isDown) throw gone;
    return 'part';
  });
  await eventually(() => expect(said).toEqual([true]));
  isDown = false;
  view.dispatchEvent(new Event('online'));
  expect(await part).toBe('part');
  expect(said).toEqual([true, false]);
});
