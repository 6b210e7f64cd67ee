import { zipOf } from '@firstyear/document-converter/testing/zip';
import { expect, test } from 'vitest';
import { ALL_SLOTS, LANE_SLOTS, LANES, laneOf } from './lanes.ts';

test('Word files have a lane of their own; everything else, even of an unknown kind, is quick', () => {
  const word = zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: '<document/>' },
  ]);
  expect(laneOf(word)).toBe('word');
  for (const content of [Buffer.from('%PDF-1.7'), Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(0)])
    expect(laneOf(content)).toBe('quick');
});

test('a worker converts three files of each lane at a time, six in total', () => {
  expect([LANES, LANE_SLOTS, ALL_SLOTS]).toEqual([['quick', 'word'], { quick: 3, word: 3 }, 6]);
});
