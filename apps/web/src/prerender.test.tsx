import { paths } from '@firstyear/api-contract/addresses';
import { partner } from '@partner/partner.ts';
import { expect, test } from 'vitest';
import { defaultPage, earlyScript, renderPages } from './prerender.tsx';

const pages = new Map((await renderPages()).map(({ path, html }) => [path, html]));

test('every page that a visitor can come to first is drawn, and no other', () => {
  const { login, signup, confirm, forgot } = paths;
  const formPages = ['about', 'education', 'final-steps'].map(paths.page);
  expect([...pages.keys()].sort()).toEqual([...formPages, login, signup, confirm, forgot].sort());
  expect(defaultPage).toBe(paths.page('about'));
});

test("each has one heading and the partner's name, and its inputs hold nothing", () => {
  for (const [path, html] of pages) {
    expect([path, html.match(/<h1/g)?.length]).toEqual([path, 1]);
    expect(html).toContain(partner.name);
    expect(html).toMatch(/<(input|select|textarea)/);
    const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => input);
    expect(inputs.filter((input) => /\schecked|value="[^"]/.test(input) && !/type="radio"/.test(input))).toEqual([]);
    expect(inputs.filter((input) => /\schecked/.test(input))).toEqual([]);
  }
});

test('what starts folded is folded in them, so that nothing moves when the app arrives', () => {
  const about = pages.get(paths.page('about')) ?? '';
  for (const id of [...about.matchAll(/aria-expanded="false" aria-controls="([^"]*)"/g)].map(([, id]) => id)) {
    expect(about).toMatch(new RegExp(`<div id="${id}"[^>]* hidden=""`));
  }
  expect(about.match(/aria-expanded="false" aria-controls/g)).toHaveLength(2);
});

test('nothing in them is refused by the security policy: no style and no handler in an attribute', () => {
  for (const html of pages.values()) expect(html).not.toMatch(/\s(style|on[a-z]+)="/);
});

test('the script inside the page needs nothing from outside', () => {
  expect(earlyScript).toMatch(/^\(function/);
  expect(earlyScript).not.toMatch(/import|require|__vi/);
});
