import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTyped, placeList } from './select-list.tsx';

const WINDOW = { width: 1280, height: 900 };
const LIST = { width: 300, height: 352 };
const ENOUGH = 180;
const selectAt = (top: number, left = 200) => ({ top, bottom: top + 44, left });

describe('[CONST-23] where there is room enough, a list keeps 100 px from the upper and lower edge', () => {
  test('below its select, whole, while it fits', () => {
    expect(placeList(selectAt(200), LIST, WINDOW, ENOUGH)).toEqual({ top: 248, left: 200, maxHeight: 352 });
  });
  test('above, when there is more room above', () => {
    expect(placeList(selectAt(600), LIST, WINDOW, ENOUGH)).toEqual({ top: 600 - 4 - 352, left: 200, maxHeight: 352 });
  });
  test('shorter, when it fits on neither side', () => {
    const { top, maxHeight } = placeList(selectAt(250), LIST, { width: 1280, height: 600 }, ENOUGH);
    expect([top, top + maxHeight]).toEqual([298, 500]);
  });
});

describe('[CONST-22] a list never comes nearer than 10 px to an edge', () => {
  test('in a low window it takes the room down to 10 px', () => {
    const { top, maxHeight } = placeList(selectAt(20), LIST, { width: 1280, height: 300 }, ENOUGH);
    expect([top, top + maxHeight]).toEqual([68, 290]);
  });
  test('and the room up to 10 px', () => {
    const { top, maxHeight } = placeList(selectAt(240), LIST, { width: 1280, height: 300 }, ENOUGH);
    expect([top, top + maxHeight]).toEqual([10, 236]);
  });
  test('beside the right edge it moves to the left', () => {
    expect(placeList(selectAt(200, 1100), LIST, WINDOW, ENOUGH).left).toBe(1280 - 10 - 300);
  });
  test('beside the left edge it moves to the right', () => {
    expect(placeList(selectAt(200, 3), LIST, WINDOW, ENOUGH).left).toBe(10);
  });
  test('wherever the select is, and without covering it', () => {
    const length = (min: number, max: number) => fc.integer({ min, max });
    fc.assert(
      fc.property(
        fc.record({ width: length(320, 2000), height: length(200, 1400) }),
        fc.record({ width: length(50, 300), height: length(20, 500) }),
        length(0, 1400),
        length(-20, 2000),
        (windowSize, list, y, x) => {
          const anchor = selectAt(Math.min(y, windowSize.height - 44), Math.min(x, windowSize.width));
          const { top, left, maxHeight } = placeList(anchor, list, windowSize, ENOUGH);
          expect(left).toBeGreaterThanOrEqual(10);
          expect(left + list.width).toBeLessThanOrEqual(windowSize.width - 10);
          expect(top).toBeGreaterThanOrEqual(10);
          expect(top + maxHeight).toBeLessThanOrEqual(windowSize.height - 10);
          expect(top >= anchor.bottom || top + maxHeight <= anchor.top).toBe(true);
          expect(maxHeight).toBeGreaterThan(0);
        },
      ),
    );
  });
});

const LABELS = ['', 'Cambodia', 'Canada', 'Chad', "Côte d'Ivoire", 'Croatia', 'New Caledonia', 'New York', 'Åland'];
const found = (typed: string, active = -1) => LABELS[findTyped(LABELS, typed, active)];

test('one letter leads to the next label that begins with it, and wraps around', () => {
  expect(found('c')).toBe('Cambodia');
  expect(found('c', 1)).toBe('Canada');
  expect(found('c', 5)).toBe('Cambodia');
});
test('a repeated letter moves on, label by label', () => {
  expect(found('cc', 1)).toBe('Canada');
  expect(found('ccc', 2)).toBe('Chad');
});
test('several letters stay on a label that matches, and move on from one that does not', () => {
  expect(found('ca', 1)).toBe('Cambodia');
  expect(found('can', 1)).toBe('Canada');
  expect(found('cr', 1)).toBe('Croatia');
});
test('a space belongs to the words', () => {
  expect(found('new y', 6)).toBe('New York');
});
test('case and marks make no difference', () => {
  expect(found('COTE')).toBe("Côte d'Ivoire");
  expect(found('al')).toBe('Åland');
});
test('letters that no label begins with move nothing', () => {
  expect(findTyped(LABELS, 'xyz', 2)).toBe(-1);
  expect(findTyped([], 'a', -1)).toBe(-1);
});
