import type { Rule } from '../../engine/index.ts';

/** A whole number between two limits, in equal steps from the lower one; nothing is fine too (AMB-142). */
export function scoreBetween(minimum: number, maximum: number, message: string, step = 1): Rule {
  return {
    check: (value) => {
      if (value === '') return undefined;
      const score = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN;
      const fits = score >= minimum && score <= maximum && (score - minimum) % step === 0;
      return fits ? undefined : message;
    },
  };
}

/** An SAT section: 200 to 800 in tens. */
export const satSection = (name: string): Rule =>
  scoreBetween(
    200,
    800,
    `Please provide a valid SAT ${name} Score. The score must be between 200 and 800 in an increment of 10 (e.g., 570).`,
    10,
  );

/** An SAT essay score: 2 to 8. */
export const satEssay = (name: string): Rule =>
  scoreBetween(2, 8, `Please provide a valid SAT Essay ${name} Score. The score must be between 2 and 8.`);

/** The ACT composite: 1 to 36. */
export const actComposite: Rule = scoreBetween(
  1,
  36,
  'Please provide a valid ACT Composite Score. The score must be between 1 and 36.',
);
