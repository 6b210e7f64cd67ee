import { phone, text } from '@firstyear/form-engine';
import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { control, drawForm, smallForm } from './draw-form.testing.tsx';

const MASKED = [
  { kind: 'phone', from: '+1 212-555-0123', raw: '+12125550123', shaped: '(212) 555-0123' },
  { kind: 'ssn', from: '000 12 3456', raw: '000123456', shaped: '000-12-3456' },
] as const;

function inputOf(key: string): HTMLInputElement {
  const element = control(key);
  if (!(element instanceof HTMLInputElement)) throw new Error(`${key} is no input.`);
  return element;
}

async function drawMasked(kind: 'phone' | 'ssn') {
  const question =
    kind === 'phone'
      ? phone({ key: 'number', label: 'Number' })
      : text({ key: 'number', label: 'Number', category: 'ssn' });
  const { answers } = await drawForm({ form: smallForm([question, text({ key: 'other', label: 'Other' })]) });
  return { input: inputOf('number'), other: inputOf('other'), stored: () => answers().number };
}

/** Sets a value as the browser does when it fills in a form: past React, without a key and without the focus. */
function fillIn(input: HTMLInputElement, value: string, ...events: readonly string[]): void {
  const descriptor = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  descriptor?.set?.call(input, value);
  for (const name of events) input.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Inserts a whole text as a paste does; the clipboard itself is one for all tests that run at once. */
const paste = (value: string): boolean => document.execCommand('insertText', false, value);

test('the country code of a number that is not whole yet is left out too', async () => {
  const { input } = await drawMasked('phone');
  input.focus();
  paste('+1 212-5');
  expect(input.value).toBe('(212) 5');
});

describe.each(MASKED)('a masked $kind', ({ kind, from, raw, shaped }) => {
  test.each([['input'], ['input', 'change'], ['change']])(
    'that the browser fills in, telling it by %s %s, is shaped and stored; the focus stays where it was',
    async (...events) => {
      const { input, other, stored } = await drawMasked(kind);
      other.focus();
      fillIn(input, raw, ...events);
      expect([input.value, stored()]).toEqual([shaped, shaped]);
      expect(document.activeElement).toBe(other);
    },
  );

  test('autofill replaces an older value', async () => {
    const { input, stored } = await drawMasked(kind);
    await userEvent.type(input, '987654321');
    fillIn(input, raw, 'input');
    expect([input.value, stored()]).toEqual([shaped, shaped]);
  });

  test('that is pasted with its own separators is the same number, with the caret after it', async () => {
    const { input, stored } = await drawMasked(kind);
    input.focus();
    paste(from);
    expect([input.value, stored(), input.selectionStart]).toEqual([shaped, shaped, shaped.length]);
  });

  test('can be typed key by key, and deleted key by key from its end and from its start', async () => {
    const { input, stored } = await drawMasked(kind);
    await userEvent.type(input, raw);
    expect([input.value, stored()]).toEqual([shaped, shaped]);
    const count = shaped.replace(/\D/g, '').length;
    await userEvent.keyboard('{Backspace}'.repeat(count));
    expect([input.value, stored()]).toEqual(['', '']);
    await userEvent.type(input, raw);
    input.setSelectionRange(0, 0);
    await userEvent.keyboard('{Delete}'.repeat(count));
    expect([input.value, stored()]).toEqual(['', '']);
  });
});

test.each([
  ['phone', '(212) 555-0123', [5, 9], '(212) 012-3', 5],
  ['ssn', '000-12-3456', [4, 6], '000-34-56', 4],
] as const)(
  'a part of a %s that is marked and deleted leaves the caret there',
  async (kind, typed, marked, left, caret) => {
    const { input, stored } = await drawMasked(kind);
    await userEvent.type(input, typed);
    input.setSelectionRange(marked[0], marked[1]);
    await userEvent.keyboard('{Delete}');
    expect([input.value, stored()]).toEqual([left, left]);
    // Before or after a separator is the same position between two digits.
    expect(input.value.slice(0, input.selectionStart ?? 0).replace(/\D/g, '')).toBe(
      left.slice(0, caret).replace(/\D/g, ''),
    );
  },
);

test.each([
  ['phone', '(212) 555-0123', [6, 9], '777', '(212) 777-0123'],
  ['ssn', '000-12-3456', [4, 6], '78', '000-78-3456'],
] as const)(
  'digits that are pasted over a part of a %s replace that part',
  async (kind, typed, marked, digits, whole) => {
    const { input, stored } = await drawMasked(kind);
    await userEvent.type(input, typed);
    input.setSelectionRange(marked[0], marked[1]);
    paste(digits);
    expect([input.value, stored()]).toEqual([whole, whole]);
    expect(input.value.slice(0, input.selectionStart ?? 0)).toBe(whole.slice(0, whole.indexOf(digits) + digits.length));
  },
);

test('a digit typed in the middle of an ssn leaves the caret after it', async () => {
  const { input } = await drawMasked('ssn');
  await userEvent.type(input, '00012345');
  input.setSelectionRange(4, 4);
  await userEvent.keyboard('9');
  expect([input.value, input.selectionStart]).toEqual(['000-91-2345', 5]);
});
