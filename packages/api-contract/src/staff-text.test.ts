import { expect, test } from 'vitest';
import { staffLine, staffLines, staffReason } from './staff-text.ts';

const line = staffLine({ min: 1, max: 20 });

test('text of staff loses characters that change the direction or that nobody sees, and keeps every letter', () => {
  expect(line.parse(' read\u202Efirst\u2066\u200B ')).toBe('readfirst');
  expect(line.parse('two\r\nlines\u0007')).toBe('two lines');
  for (const name of ['ירושלים', 'نرم‌افزار', "O'Neill-Nuñez", '👩‍🏫']) expect(line.parse(name)).toBe(name);
  expect(staffLines({ max: 50 }).parse('one\r\n\ttwo\u202E\u0000 ')).toBe('one\n\ttwo ');
});

test('a text or a reason of blanks alone is empty', () => {
  expect(line.safeParse(' \u200B\t').success).toBe(false);
  expect(staffReason.safeParse('     ').success).toBe(false);
  expect(staffReason.safeParse(' a  ').success).toBe(false);
  expect(staffReason.parse('  by phone ')).toBe('by phone');
});
