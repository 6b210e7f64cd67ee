import { expect, test } from 'vitest';
import { markParts } from './lookup-combobox.tsx';

const marked = (text: string, typed: string) =>
  markParts(text, typed)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test('the beginnings of words that were typed are marked, whatever their order, case and accents', () => {
  expect(marked('Paul Laurence Dunbar High School', 'dunb paul')).toBe('[Paul] Laurence [Dunb]ar High School');
  expect(marked('Luis Muñoz Marín', 'munoz mar')).toBe('Luis [Muñoz] [Mar]ín');
  expect(marked('Lincoln-Way East', 'way')).toBe('Lincoln-[Way] East');
});

test('nothing is marked inside of words, and no text is lost', () => {
  expect(marked('Evanston', 'van')).toBe('Evanston');
  expect(marked('Evanston', '')).toBe('Evanston');
  expect(
    markParts("O'Brien & Sons", 'x')
      .map((part) => part.text)
      .join(''),
  ).toBe("O'Brien & Sons");
});
