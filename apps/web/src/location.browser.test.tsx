import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { Link } from '@firstyear/ui/link.tsx';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { BrowserLocation, Redirect, readLocation, replaceCarriedState, useLocation, useNavigate } from './location.tsx';

const before = window.location.href;

beforeEach(() => {
  later = laterPage();
  window.history.pushState(null, '', '/first');
});
afterEach(() => window.history.replaceState(null, '', before));

/** A page that is not loaded yet, and what loads it. */
function laterPage() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const Later = lazy(async () => {
    await promise;
    return { default: () => <h1>The later page</h1> };
  });
  return { Later, resolve };
}
let later = laterPage();

function Pages() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const { Later } = later;
  if (pathname === '/old') return <Redirect to="/second?from=old" state={{ username: 'ada@mail.example' }} />;
  return (
    <>
      <p>{`At ${pathname}${search}${hash} with ${JSON.stringify(state)}`}</p>
      {['/second?a=b#c', '/later', '/old'].map((to) => (
        <Link key={to} to={to} onFollow={() => navigate(to, { state: { answers: { first_name: 'Ada' } } })}>
          {to}
        </Link>
      ))}
      {pathname === '/later' && <Later />}
    </>
  );
}

const lastScript = Promise.withResolvers<void>();
const Last = lazy(async () => {
  await lastScript.promise;
  return { default: () => <p>The last page</p> };
});

function FirstOrLast() {
  return useLocation().pathname === '/first' ? <p>The first page</p> : <Last />;
}

const draw = (isLoaded?: (from: string, to: string) => boolean) =>
  render(
    <BrowserLocation {...(isLoaded && { isLoaded })}>
      <Suspense fallback="Loading">
        <Pages />
      </Suspense>
    </BrowserLocation>,
  );

const at = (text: string) => expect.element(page.getByText(`At ${text}`, { exact: true })).toBeVisible();
const follow = (to: string) => userEvent.click(page.getByRole('link', { name: to }));

test('a link leads to its address with its state; Back and Forward lead along the same entries', async () => {
  await draw();
  await at('/first with null');
  const { key } = readLocation();
  await follow('/second?a=b#c');
  await at('/second?a=b#c with {"answers":{"first_name":"Ada"}}');
  expect(readLocation().key).not.toBe(key);
  window.history.back();
  await at('/first with null');
  expect(readLocation().key).toBe(key);
  window.history.forward();
  await at('/second?a=b#c with {"answers":{"first_name":"Ada"}}');
});

test('a page whose scripts are loaded is drawn at once', async () => {
  await draw((from, to) => from === '/first' && to === '/later');
  await follow('/later');
  await eventually(() => expect(document.body.textContent).toContain('Loading'));
  window.history.back();
  await at('/first with null');
});

test('a page stays until the script of the next one is there', async () => {
  await draw();
  await follow('/later');
  await eventually(() => expect(window.location.pathname).toBe('/later'));
  await at('/first with null');
  expect(page.getByText('Loading').query()).toBeNull();
  later.resolve();
  await expect.element(page.getByRole('heading', { name: 'The later page' })).toBeVisible();
  await at('/later with {"answers":{"first_name":"Ada"}}');
});

test('a page stays until the script of the next one is there, also when navigation to another one follows meanwhile', async () => {
  await render(
    <BrowserLocation isLoaded={(from, to) => from !== '/first' && to !== '/first'}>
      <Suspense fallback="Loading">
        <FirstOrLast />
      </Suspense>
    </BrowserLocation>,
  );
  for (const path of ['/second', '/last']) {
    window.history.pushState({ key: path }, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await expect.element(page.getByText('The first page')).toBeVisible();
  expect(page.getByText('Loading').query()).toBeNull();
  lastScript.resolve();
  await expect.element(page.getByText('The last page')).toBeVisible();
});

test('a redirect replaces the address that it starts from', async () => {
  await draw();
  const { length } = window.history;
  await follow('/old');
  await at('/second?from=old with {"username":"ada@mail.example"}');
  expect(window.history.length).toBe(Math.min(length + 1, 50));
  window.history.back();
  await at('/first with null');
});

test('the state of an entry can be removed without a navigation; the first entry is marked as ours', async () => {
  await draw();
  await at('/first with null');
  expect(window.history.state).not.toBeNull();
  await follow('/second?a=b#c');
  await at('/second?a=b#c with {"answers":{"first_name":"Ada"}}');
  const { key } = readLocation();
  replaceCarriedState({});
  expect(readLocation()).toEqual({ pathname: '/second', search: '?a=b', hash: '#c', state: {}, key });
});

test('an entry that the browser makes for a link within the page is marked as ours too', async () => {
  await draw();
  window.location.hash = 'main';
  await at('/first#main with null');
  expect(window.history.state).not.toBeNull();
});

test.each([
  ['a key held down', { ctrlKey: true }],
  ['the key of a Mac', { metaKey: true }],
  ['another one', { shiftKey: true }],
  ['the middle button', { button: 1 }],
])('a press with %s is left to the browser', async (_, kind) => {
  await draw();
  const link = page.getByRole('link', { name: '/later' }).element();
  const press = new MouseEvent('click', { bubbles: true, cancelable: true, ...kind });
  const seen: boolean[] = [];
  window.addEventListener(
    'click',
    (event) => {
      seen.push(event.defaultPrevented);
      // Otherwise a tab would open.
      event.preventDefault();
    },
    { once: true },
  );
  link.dispatchEvent(press);
  expect(seen).toEqual([false]);
  expect(window.location.pathname).toBe('/first');
});
