import { expect, test } from 'vitest';
import { safeReturn } from './sign-on.ts';

test('a sign-on returns only to addresses in the office', () => {
  for (const to of [
    'https://evil.example',
    '//evil.example/office',
    '/about',
    '/office/../about\\',
    '/office/api/me',
    '/officer',
  ]) {
    expect(safeReturn(to)).toBe('/office');
  }
  for (const to of ['/office', '/office/applications?view=mine', '/office?x=1']) expect(safeReturn(to)).toBe(to);
});
