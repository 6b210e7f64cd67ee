import { digitsOf, isOneMore, type Mask } from './mask.ts';

const NATIONAL_DIGITS = 10;
/** The most digits that a number anywhere in the world has (ITU-T E.164). */
const WORLD_DIGITS = 15;

/** (123) 456-7890; anything longer stays plain digits, so that it is seen to be no such number. */
function shape(digits: string): string {
  if (digits === '') return '';
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  if (digits.length <= NATIONAL_DIGITS) return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  return digits;
}

function accept(text: string, before: string): string {
  const digits = digitsOf(text);
  // No area code begins with 1: in front of ten digits, or after a plus, it is the country code.
  const hasCode = digits.startsWith('1') && (digits.length === NATIONAL_DIGITS + 1 || /^\s*\+/.test(text));
  const national = hasCode ? digits.slice(1) : digits;
  if (national.length <= NATIONAL_DIGITS) return national;
  const had = digitsOf(before);
  // One digit too many is a slip of the finger; a longer number that was pasted is kept, cut nowhere.
  if (had.length === NATIONAL_DIGITS && isOneMore(had, digits)) return had;
  return national.slice(0, WORLD_DIGITS);
}

/** North American phone numbers (VAL-46). */
export const PHONE_MASK: Mask = { shape, accept };

/** What a number becomes when its input is left: seven digits are a local number without area code (AMB-135). */
export function formatWhenLeft(value: string): string {
  const digits = digitsOf(value);
  return digits.length === 7 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : value;
}
