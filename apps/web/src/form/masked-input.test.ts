import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOf, editMasked, formatWhenLeft, type Mask, PHONE_MASK, SSN_MASK } from './masked-input.tsx';

/** Types a text key by key at the end. */
function type(mask: Mask, text: string): string {
  return [...text].reduce((before, key) => editMasked(mask, before, before + key, before.length + 1).value, '');
}
const paste = (mask: Mask, text: string) => editMasked(mask, '', text, text.length).value;

describe('a phone number', () => {
  test('[VAL-46] keeps digits only and is shaped as (123) 456-7890', () => {
    expect(type(PHONE_MASK, 'a123b4567890')).toBe('(123) 456-7890');
  });

  test('[WIDGET-02] takes its shape while it is typed', () => {
    const shapes = ['2', '21', '212', '2125', '212555', '2125550', '2125550123'].map((text) => type(PHONE_MASK, text));
    expect(shapes).toEqual(['(2', '(21', '(212', '(212) 5', '(212) 555', '(212) 555-0', '(212) 555-0123']);
  });

  test.each(['+1 212 555 0123', '1-212-555-0123', '+12125550123', '(212) 555-0123', '212.555.0123', ' 212 555 0123 '])(
    'pasted or filled in as %s it is the same number',
    (text) => {
      expect(paste(PHONE_MASK, text)).toBe('(212) 555-0123');
    },
  );

  test('typed with its country code it ends as the same number', () => {
    expect(type(PHONE_MASK, '+1 212 555 0123')).toBe('(212) 555-0123');
  });

  test('digits of Arabic, Persian and East Asian keyboards are the same number', () => {
    for (const digits of ['٢١٢٥٥٥٠١٢٣', '۲۱۲۵۵۵۰۱۲۳', '２１２５５５０１２３']) {
      expect(type(PHONE_MASK, digits)).toBe('(212) 555-0123');
    }
  });

  test('one digit too many is refused', () => {
    expect(type(PHONE_MASK, '21255501239')).toBe('(212) 555-0123');
  });

  test('a longer number that is pasted is neither cut nor formatted as a valid one', () => {
    expect(paste(PHONE_MASK, '+44 20 7946 0123')).toBe('442079460123');
  });

  test('a longer pasted number replaces a complete one', () => {
    const text = '44207946012';
    expect(editMasked(PHONE_MASK, '(212) 555-0123', text, text.length).value).toBe(text);
  });

  test('a digit too many in the middle of a whole number is refused too', () => {
    expect(editMasked(PHONE_MASK, '(212) 555-0123', '(212) 5955-0123', 8).value).toBe('(212) 555-0123');
  });

  test('seven digits become a local number when the field is left', () => {
    expect(formatWhenLeft(type(PHONE_MASK, '5551234'))).toBe('555-1234');
    expect(formatWhenLeft('(212) 555-0123')).toBe('(212) 555-0123');
  });

  test('deleting a separator deletes the digit before it', () => {
    // (212) 5|  →  backspace over the 5, then over ') ' together with the 2.
    const first = editMasked(PHONE_MASK, '(212) 5', '(212) ', 6, 'backward');
    expect(first).toEqual({ value: '(212', caret: 4 });
    expect(editMasked(PHONE_MASK, '(212) 555', '(212 555', 4, 'backward')).toEqual({ value: '(215) 55', caret: 3 });
  });

  test('deleting a separator forward deletes the digit after it', () => {
    expect(editMasked(PHONE_MASK, '(212) 555', '(212 555', 4, 'forward').value).toBe('(212) 55');
  });

  test('a digit typed in the middle leaves the caret after it', () => {
    // (2|12) 555 with a 9 typed at the caret.
    expect(editMasked(PHONE_MASK, '(212) 555', '(2912) 555', 3)).toEqual({ value: '(291) 255-5', caret: 3 });
  });
});

describe('a social security number', () => {
  test('[WIDGET-16] is shaped as 999-99-9999 while it is typed, and refuses a tenth digit', () => {
    const shapes = ['123', '1234', '12345', '123456', '123456789', '1234567890'].map((text) => type(SSN_MASK, text));
    expect(shapes).toEqual(['123', '123-4', '123-45', '123-45-6', '123-45-6789', '123-45-6789']);
  });
});

describe.each([
  ['phone', PHONE_MASK, 10],
  ['ssn', SSN_MASK, 9],
] as const)('any edit of a %s', (_, mask, most) => {
  const written = fc
    .string({ unit: fc.constantFrom(...'23456789'), maxLength: most })
    .map((digits) => mask.shape(digits));

  test('leaves a value whose shape is stable and a caret inside it', () => {
    fc.assert(
      fc.property(written, fc.string({ maxLength: 20 }), fc.nat(20), (before, text, place) => {
        const caret = Math.min(place, text.length);
        const edited = editMasked(mask, before, text, caret);
        expect(mask.shape(digitsOf(edited.value))).toBe(edited.value);
        expect(edited.caret).toBeGreaterThanOrEqual(0);
        expect(edited.caret).toBeLessThanOrEqual(edited.value.length);
      }),
    );
  });

  test('backspace at the end empties it in as many presses as it has digits', () => {
    fc.assert(
      fc.property(written, (start) => {
        let value = start;
        for (let press = digitsOf(start).length; press > 0; press -= 1) {
          value = editMasked(mask, value, value.slice(0, -1), value.length - 1, 'backward').value;
          expect(digitsOf(value)).toHaveLength(press - 1);
        }
        expect(value).toBe('');
      }),
    );
  });

  test('a digit put in and taken out again leaves the number as it was', () => {
    fc.assert(
      fc.property(
        written.filter((value) => digitsOf(value).length < most),
        fc.nat(),
        fc.constantFrom(...'23456789'),
        (before, place, digit) => {
          const at = place % (before.length + 1);
          const typed = editMasked(mask, before, before.slice(0, at) + digit + before.slice(at), at + 1);
          const without = typed.value.slice(0, typed.caret - 1) + typed.value.slice(typed.caret);
          const undone = editMasked(mask, typed.value, without, typed.caret - 1, 'backward');
          expect(undone.value).toBe(before);
        },
      ),
    );
  });
});
