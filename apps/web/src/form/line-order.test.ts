import type { Page } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { orderLines, type ShownParts } from './line-order.ts';

const form = englishForm(definition);
const pageOf = (id: string): Page => {
  const page = form.pages.find((page) => page.id === id);
  if (!page) throw new Error(`There is no page ${id}.`);
  return page;
};
const EVERYTHING: ShownParts = {
  holds: () => true,
  openTab: (group) => form.tabGroups.get(group)?.tabs[0]?.id,
  componentCount: () => 2,
  isFolded: () => false,
};

test('questions have their place in the order of the page, those of one line the same', () => {
  const { placeOfKey, count } = orderLines(pageOf('education'), EVERYTHING);
  const places = ['hs_name', 'hs_address_line_1', 'hs_city', 'hs_state', 'hs_zip', 'hs_ceeb', 'hs_country'].map(
    placeOfKey,
  );
  expect(places).toEqual([0, 1, 2, 2, 3, 4, 5]);
  expect(placeOfKey('grad_month')).toBe(placeOfKey('grad_year'));
  const last = placeOfKey('employment_2');
  expect(last).toBe(count - 1);
  expect(placeOfKey('employment_3')).toBeUndefined();
});

test('hidden items have no place in the order', () => {
  const { placeOfKey } = orderLines(pageOf('education'), { ...EVERYTHING, holds: () => false });
  expect(placeOfKey('hs_ceeb')).toBeUndefined();
  expect(placeOfKey('hs_country')).toBe(4);
});

test('an item begins where its first line does', () => {
  const page = pageOf('about');
  const { placeOf, placeOfKey } = orderLines(page, EVERYTHING);
  const [first, second] = page.items;
  if (!first || second?.kind !== 'section') throw new Error('The page has no second section.');
  expect(placeOf(first)).toBe(0);
  expect(placeOf(second)).toBe(placeOfKey('first_name'));
});

test('lines of a folded section come after all visible ones', () => {
  const page = pageOf('about');
  const [first] = page.items;
  if (first?.kind !== 'section') throw new Error('The page has no section.');
  const all = orderLines(page, EVERYTHING);
  const { placeOfKey, count } = orderLines(page, { ...EVERYTHING, isFolded: (section) => section === first.id });
  expect(placeOfKey('first_name')).toBe(1);
  expect(placeOfKey('entry_term')).toBeGreaterThan(placeOfKey('parent_email_address') ?? count);
  expect(count).toBe(all.count + 1);
});
