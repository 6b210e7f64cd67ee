import { expect, test } from 'vitest';
import { callFilter } from './call-filter.ts';

const ALLOW = 0x7fff0000;

test.each(['x64', 'arm64'])('the filter for %s ends by allowing what nothing before has refused', (arch) => {
  const filter = callFilter(arch);
  expect(filter?.readUInt32LE(filter.length - 4)).toBe(ALLOW);
});

test('other processors have no filter', () => {
  expect(callFilter('ia32')).toBeUndefined();
});
