import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { expect, test } from 'vitest';
import { plainPath } from '../location.tsx';
import { createPages } from './router.tsx';

const pages = createPages(englishForm(definition), async () => partner);
const pageAt = (pathname: string) => pages.get(plainPath(pathname));

test('large letters and slashes behind an address lead to the same page', () => {
  for (const path of pages.keys()) {
    expect([pageAt(path.toUpperCase()), pageAt(`${path}/`), pageAt(`${path}//`)]).toEqual(
      Array(3).fill(pages.get(path)),
    );
  }
});

test.each(['/', '', '//', '/about2', '/about/more', '/about.html', '//about', '/constructor', '/%61bout'])(
  '[ROUTE-13] %s is the address of no page',
  (path) => {
    expect(pageAt(path)).toBeUndefined();
  },
);

test('[ROUTE-14] addresses form two groups: form pages and cards', () => {
  const groups = Map.groupBy(pages, ([, { root }]) => root);
  expect([...groups.values()].map((group) => group.map(([path]) => path))).toEqual([
    ['/about', '/education', '/final-steps', '/review', '/completion'],
    [
      '/login',
      '/signup',
      '/confirm',
      '/forgot',
      '/reset',
      '/password',
      '/email',
      '/restore',
      '/reminders',
      '/privacy',
      '/accessibility',
    ],
  ]);
});
