import { expect, test } from 'vitest';
import { ITEM_STATES, isDone } from './item-states.ts';

test('nothing more is awaited of an item that is accepted, waived or canceled', () => {
  expect(ITEM_STATES.filter(isDone)).toEqual(['accepted', 'waived', 'canceled']);
});
