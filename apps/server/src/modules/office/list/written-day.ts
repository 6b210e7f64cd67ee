import { isCalendarDay } from '@firstyear/form-engine';
import { fold } from '@firstyear/school-search/school-text';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { SPANISH } from '@firstyear/words/spanish';

/** The names of the months, folded, by language. */
const MONTHS = [ENGLISH, SPANISH].map((language) => formKinds.in(language).months.split(' ').map(fold));

/** 2009-03-14; 3/14/2009; March 14th, 2009; 14 de marzo de 2009. */
const WRITINGS = [
  /(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})/,
  /(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4})/,
  /(?<month>\p{L}{3,})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})/iu,
  /(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?:de\s+)?(?<month>\p{L}{3,})[.,]?\s+(?:del?\s+)?(?<year>\d{4})/iu,
].map((writing) => new RegExp(`(?<!\\S)${writing.source}(?=,|\\s|$)`, writing.flags));

/** 1 to 12, of a number or of the beginning of a name; 0 for another word. */
const monthOf = (text: string): number =>
  Number(text) || Math.max(...MONTHS.map((names) => names.findIndex((name) => name.startsWith(fold(text))))) + 1;

const toDay = (year: string, month: number, day: number) =>
  [year, ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');

/**
 * The first day in a text, as people write days, and the text around it. Of two numbers the first is the month, unless only the
 * second can be one.
 */
export function dayIn(text: string): { readonly day: string; readonly rest: string } | undefined {
  for (const writing of WRITINGS) {
    const match = writing.exec(text);
    const { year = '', month: written = '', day: number = '' } = match?.groups ?? {};
    const [month, day] = [monthOf(written), Number(number)];
    const found = [toDay(year, month, day), toDay(year, day, month)].find(isCalendarDay);
    if (match && found) return { day: found, rest: text.replace(match[0], ' ').trim() };
  }
  return undefined;
}
