import type { Rule } from '../../engine/index.ts';

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whether text is a day of the calendar, YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/**
 * The same day some years earlier, YYYY-MM-DD. From 29 February it may name a day that does not exist; it still
 * sorts between 28 February and 1 March, which is what the comparisons below need.
 */
function yearsBefore(today: string, years: number): string {
  return `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`;
}

/** A real day that makes the applicant neither too young nor impossibly old; both limits inclusive (AMB-145). */
export const dateOfBirth = (limits: { readonly minimumAge: number; readonly maximumAge: number }): Rule => ({
  check: (value, { today }) => {
    if (value === '') return undefined;
    if (typeof value !== 'string' || !isCalendarDay(value)) return 'A valid date of birth is required.';
    if (value < yearsBefore(today, limits.maximumAge)) {
      return 'This date is not supported. Please contact help support for assistance.';
    }
    return value > yearsBefore(today, limits.minimumAge)
      ? `You must be ${limits.minimumAge} years or older to apply.`
      : undefined;
  },
});
