import type { Rule } from '../../engine/index.ts';

/** Letters, digits and _ . + - ' before the @, then a domain with a dot (AMB-064). */
export const EMAIL_PATTERN = /^[A-Za-z0-9_.+'-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
export const EMAIL_MAX_LENGTH = 254;

/** An email address may be left out; one that is given has the shape of one. */
export function emailFormat(message: string): Rule {
  return {
    check: (value) => (typeof value === 'string' && value !== '' && !EMAIL_PATTERN.test(value) ? message : undefined),
  };
}
