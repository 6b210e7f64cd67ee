import { formatSsn, SSN_DIGITS } from '@firstyear/form-engine';
import { digitsOf, isOneMore, type Mask } from './mask.ts';

/** 999-99-9999; a tenth digit is refused. */
export const SSN_MASK: Mask = {
  shape: formatSsn,
  accept: (text, before) => {
    const digits = digitsOf(text);
    const had = digitsOf(before);
    return had.length === SSN_DIGITS && isOneMore(had, digits) ? had : digits.slice(0, SSN_DIGITS);
  },
};
