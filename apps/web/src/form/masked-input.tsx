import { formatSsn, SSN_DIGITS, toPlainDigits } from '@firstyear/form-engine';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import type { ComponentProps } from 'react';

/** The format of a number with separators between its digits. */
export interface Mask {
  /** Formats these digits. Never ends in a separator, so that the last digit can be deleted. */
  readonly shape: (digits: string) => string;
  /** The digits of an edited text. before: the previous text of the input. */
  readonly accept: (text: string, before: string) => string;
}

interface MaskedText {
  readonly value: string;
  /** The caret's position, in characters of value. */
  readonly caret: number;
}

/** The digits of a text as 0 to 9, including Arabic, Persian and full-width digits. */
export function digitsOf(text: string): string {
  return toPlainDigits(text).replace(/\D/g, '');
}

/** Whether digits are the previous digits and one more: a key pressed once too often. */
function isOneMore(before: string, digits: string): boolean {
  if (digits.length !== before.length + 1) return false;
  let at = 0;
  while (at < before.length && digits.charAt(at) === before.charAt(at)) at += 1;
  return digits.slice(at + 1) === before.slice(at);
}

/** The caret position after so many digits. */
function caretAfter(value: string, digitCount: number): number {
  if (digitCount <= 0) return 0;
  let seen = 0;
  for (let place = 0; place < value.length; place += 1) {
    if (/\d/.test(value.charAt(place))) seen += 1;
    if (seen === digitCount) return place + 1;
  }
  return value.length;
}

/**
 * The text and caret of a masked input after an edit. before: its text before; text and caret: as the browser left them;
 * deleted: the direction in which a character was deleted, so that deleting a separator also deletes the digit beside it.
 */
export function editMasked(
  mask: Mask,
  before: string,
  text: string,
  caret: number,
  deleted?: 'backward' | 'forward',
): MaskedText {
  let edited = text;
  let digitsBeforeCaret = digitsOf(text.slice(0, caret)).length;
  if (deleted && text.length === before.length - 1 && digitsOf(text) === digitsOf(before)) {
    const digits = digitsOf(text);
    const gone = deleted === 'backward' ? digitsBeforeCaret - 1 : digitsBeforeCaret;
    if (gone >= 0 && gone < digits.length) {
      edited = digits.slice(0, gone) + digits.slice(gone + 1);
      if (deleted === 'backward') digitsBeforeCaret -= 1;
    }
  }
  const given = digitsOf(edited);
  const digits = mask.accept(edited, before);
  // Without a leading country code, the caret moves too.
  if (digits.length < given.length && given.endsWith(digits)) digitsBeforeCaret -= given.length - digits.length;
  const value = mask.shape(digits);
  const atEnd = caret >= text.length;
  return { value, caret: atEnd ? value.length : caretAfter(value, Math.min(digitsBeforeCaret, digits.length)) };
}

const NATIONAL_DIGITS = 10;
/** The most digits that a number anywhere in the world has (ITU-T E.164). */
const WORLD_DIGITS = 15;

/** (123) 456-7890; anything longer stays plain digits, which shows that it isn't such a number. */
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
  const previous = digitsOf(before);
  // One digit too many is a typo; a longer number that was pasted is kept.
  if (previous.length === NATIONAL_DIGITS && isOneMore(previous, digits)) return previous;
  return national.slice(0, WORLD_DIGITS);
}

/** North American phone numbers (VAL-46). */
export const PHONE_MASK: Mask = { shape, accept };

/** Formats a number when its input loses the focus: seven digits are a local number without area code (AMB-135). */
export function formatWhenLeft(value: string): string {
  const digits = digitsOf(value);
  return digits.length === 7 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : value;
}

/** 999-99-9999; a tenth digit is refused. */
export const SSN_MASK: Mask = {
  shape: formatSsn,
  accept: (text, before) => {
    const digits = digitsOf(text);
    const previous = digitsOf(before);
    return previous.length === SSN_DIGITS && isOneMore(previous, digits) ? previous : digits.slice(0, SSN_DIGITS);
  },
};

interface MaskedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  readonly mask: Mask;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onLeave?: (value: string) => void;
}

function deletionOf(event?: Event): 'backward' | 'forward' | undefined {
  if (!(event instanceof InputEvent)) return undefined;
  if (event.inputType === 'deleteContentBackward') return 'backward';
  return event.inputType === 'deleteContentForward' ? 'forward' : undefined;
}

/** A text input that formats its text while it is typed. Paste, deletion, autofill and a caret in the middle all work. */
export function MaskedInput({ mask, value, onValue, onLeave, ...rest }: MaskedInputProps) {
  return (
    <TextInput
      {...rest}
      value={value}
      onText={(input, edit) => {
        const caret = input.selectionStart ?? input.value.length;
        const edited = editMasked(mask, value, input.value, caret, deletionOf(edit));
        // Set at once: when React then finds the value it wants, it leaves the caret alone.
        input.value = edited.value;
        // Not in a field that the browser fills in by itself: some browsers would move the focus there.
        if (input === document.activeElement) input.setSelectionRange(edited.caret, edited.caret);
        onValue(edited.value);
      }}
      onBlur={(event) => onLeave?.(event.currentTarget.value)}
    />
  );
}
