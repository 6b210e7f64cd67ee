import { digitsOf, isOneMore, type Mask } from './mask.ts';

const DIGITS = 9;

/** 999-99-9999 (WIDGET-16); a tenth digit is refused. */
export const SSN_MASK: Mask = {
  shape: (digits) =>
    [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5, DIGITS)].filter((part) => part !== '').join('-'),
  accept: (text, before) => {
    const digits = digitsOf(text);
    const had = digitsOf(before);
    return had.length === DIGITS && isOneMore(had, digits) ? had : digits.slice(0, DIGITS);
  },
};
