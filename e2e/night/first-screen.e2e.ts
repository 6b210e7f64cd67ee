import { paths } from '@firstyear/api-contract/addresses';
import { expect, type Page, type Request, test } from '@playwright/test';
import { newApplicant } from '../support/applicant.ts';
import { holdScripts, keptAnswers, openEarly, shiftOf, watchShifts } from '../support/early-page.ts';
import { ITEM_SCREENS } from '../support/item-screens.ts';
import { contextOf } from '../support/people.ts';
import { ADDED, form, LEFT_OUT } from '../support/product.ts';
import { appArrived, callsOf, carriedAnswers, fontsArrived, logOut, next } from '../support/shell.ts';

/** A text that a field of this kind takes. */
function textFor(id: string, type: string, inputMode: string): string {
  if (type === 'date') return '2008-05-17';
  if (type === 'tel') return '5555550123';
  if (type === 'email') return 'ada@mail.example';
  return inputMode === 'numeric' || inputMode === 'decimal' ? '12' : `Ada ${id}`.slice(0, 10);
}

/** Two controls of each kind on the page; of a group, the first two. */
async function someOfEachKind(page: Page) {
  const controls = await page.locator('main :is(input, select, textarea)').evaluateAll((elements) =>
    elements.map((element) => ({
      id: element.id,
      name: element.getAttribute('name') ?? element.id,
      tag: element.tagName,
      type: element.getAttribute('type') ?? '',
      inputMode: element.getAttribute('inputmode') ?? '',
      offersUsa: element.querySelector('option[value=USA]') !== null,
    })),
  );
  const kinds = Map.groupBy(controls, ({ tag, type, inputMode }) => `${tag} ${type} ${inputMode}`);
  const some = new Set([...kinds.values()].flatMap((kind) => kind.slice(0, 2)));
  // Before a country is chosen, the states of the United States are offered.
  return controls.filter((control) => some.has(control) || control.offersUsa);
}

/** Fills in controls of each kind as a person does. Returns their values by key. */
async function fillSome(page: Page): Promise<ReadonlyMap<string, unknown>> {
  const filled = new Map<string, unknown>();
  for (const { id, name, tag, type, inputMode, offersUsa } of await someOfEachKind(page)) {
    const control = page.locator(`[id="${id}"]`);
    if (tag === 'SELECT') {
      await control.selectOption(offersUsa ? 'USA' : { index: 2 });
      filled.set(name, await control.inputValue());
    } else if (type === 'radio') {
      await control.check();
      filled.set(name, await control.inputValue());
    } else if (type === 'checkbox') {
      await control.check();
      filled.set(name, true);
    } else {
      const text = textFor(id, type, inputMode);
      await control.fill(text);
      filled.set(id, type === 'tel' ? '(555) 555-0123' : text);
    }
  }
  return filled;
}

for (const { id } of form.pages) {
  test(`whatever is typed, chosen and checked on /${id} before the app has started becomes an answer once it has`, async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const release = await openEarly(page, paths.page(id));
    const title = await page.title();
    const filled = await fillSome(page);
    expect(filled.size).toBeGreaterThan(2);
    release();
    await appArrived(page);
    expect(await keptAnswers(page)).toMatchObject(Object.fromEntries(filled));
    expect(await page.title()).toBe(title);
    expect(errors).toEqual([]);
  });
}

test('an applicant who is typing when the app starts keeps the field and the caret', async ({ page }) => {
  const release = await openEarly(page, paths.page('about'));
  const field = page.locator('#first_name');
  await field.pressSequentially('Aa');
  await page.keyboard.press('ArrowLeft');
  const before = await field.elementHandle();
  release();
  await appArrived(page);
  await expect(field).toBeFocused();
  await page.keyboard.type('d');
  await expect(field).toHaveValue('Ada');
  expect(await keptAnswers(page)).toEqual({ first_name: 'Ada' });
  // Hydrated, not rendered again.
  expect(await before?.evaluate((element) => element.isConnected)).toBe(true);
});

test('fields that the browser restores before the app has started become answers, which survive a reload', async ({
  page,
}) => {
  const release = await openEarly(page, paths.page('about'));
  await page.locator('#first_name').fill('Ada');
  await page.goto(paths.login, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Your Information' })).toBeVisible();
  release();
  await appArrived(page);
  await expect.poll(() => keptAnswers(page)).toEqual({ first_name: 'Ada' });
  await page.reload();
  await expect(page.locator('#first_name')).toHaveValue('Ada');
});

/** The input that the tab has stored for a prerendered page. */
const keptEarly = (page: Page) => page.evaluate(() => sessionStorage.getItem('early-input'));

/** The values of the fields of the page, in order. */
const heldByFields = (page: Page) =>
  page
    .locator('main :is(input, select, textarea)')
    .evaluateAll((fields) =>
      fields.map((field) => [field.id, Reflect.get(field, 'value'), Reflect.get(field, 'checked')]),
    );

for (const { id } of form.pages) {
  test(`what is typed, chosen and checked on /${id} before the app has started is in its fields again after a reload, and becomes an answer`, async ({
    page,
  }) => {
    const release = await openEarly(page, paths.page(id));
    const filled = await fillSome(page);
    const held = await heldByFields(page);
    // Twice, since restored input is stored again.
    for (const _ of [1, 2]) {
      await page.reload({ waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect.poll(() => heldByFields(page)).toEqual(held);
      expect(await keptEarly(page)).toBeNull();
    }
    release();
    await appArrived(page);
    expect(await keptAnswers(page)).toMatchObject(Object.fromEntries(filled));
    expect(await keptEarly(page)).toBeNull();
  });
}

test('the stored input of a hidden prerendered page is deleted once the app has started', async ({ page }) => {
  const release = await openEarly(page, paths.page('about'));
  await page.locator('#first_name').fill('Ada');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await keptEarly(page)).toBe('/about?first_name=Ada');
  release();
  await appArrived(page);
  expect(await keptEarly(page)).toBeNull();
  expect(await keptAnswers(page)).toEqual({ first_name: 'Ada' });
});

test('input typed into a card before the app has started is not stored, and a card does not show input of a form page', async ({
  page,
}) => {
  await openEarly(page, paths.page('about'));
  await page.locator('#first_name').fill('Ada');
  await page.goto(paths.login, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(await keptEarly(page)).toBeNull();
  await page.locator('#username').fill('nobody@mail.example');
  await page.locator('#password').fill('Quiet-harbor-42-nothing');
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#password')).toHaveValue('');
});

test('the stored input of a prerendered page is deleted once an applicant is known, and when the session ends', async ({
  page,
}) => {
  await newApplicant(page);
  // Like a prerendered page in the back-forward cache that is left again.
  const keepEarly = () => page.evaluate(() => sessionStorage.setItem('early-input', '/about?first_name=Ada'));
  await keepEarly();
  await page.reload();
  await appArrived(page);
  await expect.poll(() => keptEarly(page)).toBeNull();
  await keepEarly();
  await logOut(page);
  expect(await keptEarly(page)).toBeNull();
});

test('Save and Continue that is pressed before the app has started takes effect afterward, with what was typed', async ({
  page,
}) => {
  const release = await openEarly(page, paths.page('about'));
  await page.locator('#first_name').fill('Ada');
  await next(page).click();
  await expect(page.getByText('What you pressed comes next.')).toBeVisible();
  await expect(page).toHaveURL(/\/about$/);
  release();
  // As for every visitor, the answers are kept for the new account.
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible();
  expect(await carriedAnswers(page)).toEqual({ first_name: 'Ada' });
});

test('a password that is submitted before the app has started stays out of the address, and is sent afterward', async ({
  page,
}) => {
  const calls = callsOf(page);
  const release = await openEarly(page, paths.login);
  await page.locator('#username').fill('nobody@mail.example');
  await page.locator('#password').fill('Quiet-harbor-42-nothing');
  await page.keyboard.press('Enter');
  await expect(page.getByText('What you pressed comes next.')).toBeVisible();
  expect(calls).toEqual([]);
  release();
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('region', { name: 'Login Card Error' }))
      .first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(calls.filter((call) => call === 'POST /public/login')).toHaveLength(1);
});

test('scripts whose loading fails are fetched again, and input typed meanwhile becomes an answer', async ({ page }) => {
  let isBroken = true;
  await page.route('**/assets/*.js', (route) => (isBroken ? route.abort('connectionreset') : route.continue()));
  await page.goto(paths.page('about'), { waitUntil: 'commit' });
  await page.locator('#first_name').fill('Ada');
  const note = page.getByText("Part of this page couldn't be loaded.");
  await expect(note).toBeVisible();
  await next(page).click();
  // The two don't overlap.
  const wait = await page.getByText('What you pressed comes next.').boundingBox();
  expect((await note.boundingBox())?.y).toBe(Number(wait?.y) + Number(wait?.height));
  isBroken = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page).toHaveURL(/\/signup$/);
  expect(await carriedAnswers(page)).toEqual({ first_name: 'Ada' });
  await expect(note).toHaveCount(0);
});

test('a tab that already has answers shows that it is loading until the app draws them', async ({ page }) => {
  await page.goto(paths.page('about'));
  await appArrived(page);
  await page.locator('#first_name').fill('Ada');
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  const loading = page.getByText('Loading your application');
  await expect(loading).toBeVisible();
  await expect(page.locator('#first_name')).toBeHidden();
  release();
  await expect(page.locator('#first_name')).toHaveValue('Ada');
  await expect(loading).toHaveCount(0);
});

test('the page names its scripts before its styles, so that they are requested while the page is still loading', async ({
  request,
}) => {
  for (const address of [paths.page('about'), paths.login]) {
    const [before = '', after = ''] = (await (await request.get(address)).text()).split('<style>', 2);
    expect(before.match(/\/assets\/[^"]+\.js/g)?.length).toBeGreaterThan(2);
    expect(after).not.toMatch(/\/assets\/[^"]+\.js/);
  }
});

test('the initial scripts of a page ask to be compiled while they load, and later ones do not', async ({ page }) => {
  const scripts = new Map<string, string>();
  page.on('request', (request) => {
    const [, name] = /\/assets\/([a-z-]+)-[\w-]{8}\.js$/.exec(request.url()) ?? [];
    if (name) scripts.set(name, request.url());
  });
  await page.goto(paths.page('about'));
  await appArrived(page);
  await expect.poll(() => [...scripts.keys()]).toContain('calls');
  await page.goto(paths.login);
  await appArrived(page);
  await expect.poll(() => [...scripts.keys()]).toContain('login');
  const hinted: string[] = [];
  // Fetched again: a page that is left takes the bodies of its responses along.
  for (const [name, address] of scripts) {
    const text = await (await page.request.get(address)).text();
    if (text.startsWith('//# allFunctionsCalledOnLoad\n')) hinted.push(name);
  }
  expect(hinted.sort()).toEqual(['app', 'cards', 'form', 'framework']);
});

test('the app hydrates the whole page between two frames, so that no part of it runs before the others', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const frames = { before: 0, between: 0 };
    Object.assign(window, { hydrationFrames: frames });
    const poll = () => {
      const root = document.getElementById('root');
      const isBegun = root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
      const isEnded = isBegun && document.getElementById('early-wait') === null;
      if (!isBegun) frames.before += 1;
      else if (!isEnded) frames.between += 1;
      if (!isEnded) requestAnimationFrame(poll);
    };
    poll();
  });
  const release = await openEarly(page, paths.page('about'));
  release();
  await appArrived(page);
  expect(await page.evaluate(() => Object.keys(document.getElementById('root') ?? {}).join())).toContain(
    '__reactContainer',
  );
  const frames: unknown = await page.evaluate(() => Reflect.get(window, 'hydrationFrames'));
  expect(frames).toEqual({ before: expect.any(Number), between: 0 });
  expect(Reflect.get(Object(frames), 'before')).toBeGreaterThan(1);
});

/** A university that changes the product's form also loads its changes, and the code that applies them. */
const SCRIPT_KB = ADDED.size + LEFT_OUT.size === 0 ? 110 : 113;

test(`the first screen does not shift, fetches at most six files and ${SCRIPT_KB} kB of script until the app runs, fonts after it`, async ({
  page,
}) => {
  const fetched: Request[] = [];
  page.on('request', (request) => fetched.push(request));
  await watchShifts(page);
  await page.goto(paths.page('about'), { waitUntil: 'networkidle' });
  await appArrived(page);
  await fontsArrived(page);
  // Once it runs, the app loads the stylesheets.
  const types = fetched.map((request) => request.resourceType());
  const untilAppRuns = fetched.slice(0, types.indexOf('stylesheet'));
  expect(untilAppRuns.map((request) => request.resourceType())).not.toContain('font');
  expect(untilAppRuns.length).toBeLessThanOrEqual(6);
  const scripts = untilAppRuns.filter((request) => request.resourceType() === 'script');
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    expect((await script.response())?.headers()['content-encoding'], script.url()).toBe('br');
  }
  const sizes = await Promise.all(scripts.map((script) => script.sizes()));
  expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThan(SCRIPT_KB * 1000);
  // Letters of another width shift the rest of their line invisibly little.
  expect(await shiftOf(page)).toBeLessThan(0.0005);
});

/** What the page after submitting fetches beside the first screen's chunks: 37.4 kB before it said what came. 12 kB more are allowed. */
const COMPLETION_KB = 49.4;
const IS_OF_FIRST_SCREEN = /\/(app|form|framework|rolldown-runtime)-[^/]+$/;

for (const { name, role, prepare } of ITEM_SCREENS.filter(({ name }) =>
  /^completion-(correction|returned)$/.test(name),
)) {
  test(`${name} fetches at most ${COMPLETION_KB} kB of scripts and stylesheets beside the first screen's`, async ({
    browser,
  }) => {
    const { context } = await contextOf(browser, role, { viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const fetched: Request[] = [];
    page.on('request', (request) => fetched.push(request));
    await prepare(page);
    await expect(page.getByRole('heading', { name: 'Who sends your school papers' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Download PDF copy' })).toBeVisible();
    const files = fetched.filter((request) => ['script', 'stylesheet'].includes(request.resourceType()));
    const others = files.filter((file) => !IS_OF_FIRST_SCREEN.test(file.url()));
    const sizes = await Promise.all(others.map(async (file) => (await file.sizes()).responseBodySize));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB`);
    expect(bytes).toBeLessThan(COMPLETION_KB * 1000);
    await context.close();
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the page says what it needs, above a form that does not pretend to save', async ({ page }) => {
    await page.goto(paths.page('about'));
    // Playwright doesn't find text inside noscript.
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('noscript p')).toContainText('This application needs JavaScript.');
    await expect(page.locator('#first_name')).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.goto(paths.login);
    await page.locator('#password').fill('Quiet-harbor-42-lantern');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.locator('#password')).toHaveValue('Quiet-harbor-42-lantern');
  });
});
