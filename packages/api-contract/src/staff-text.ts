import * as z from 'zod/mini';

/** Characters that change the direction of the text around them, or that nobody sees. */
const INVISIBLE = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Text of staff in one line: without characters that nobody sees, and blanks alone are empty. */
export const staffLine = (limits: { readonly min?: number; readonly max: number }) =>
  z.string().check(
    z.overwrite((text) =>
      text
        .replace(INVISIBLE, '')
        .replace(/\p{Cc}+/gu, ' ')
        .trim(),
    ),
    z.minLength(limits.min ?? 0),
    z.maxLength(limits.max),
  );

/** Text in several lines as it was typed, but for characters that nobody sees. */
export const cleanLines = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');

export const staffLines = (limits: { readonly min?: number; readonly max: number }) =>
  z.string().check(z.overwrite(cleanLines), z.minLength(limits.min ?? 0), z.maxLength(limits.max));

/** Why somebody does something that the audit trail records with a reason. */
export const staffReason = staffLine({ min: 3, max: 500 });
