import { randomInt } from 'node:crypto';

/** Letters and digits that cannot be taken for one another when read aloud or copied by hand. */
const ALPHABET = '234679ACDEFGHJKMNPQRTVWXYZ';
const GROUP_LENGTH = 4;
/** Seasons begin in August: who applies in autumn 2026 enters in 2027. */
const SEASON_STARTS_IN_MONTH = 7;

function group(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** A random confirmation number such as FY27-7K3M-WQ4D; the digits after FY are the year of the season's entry. */
export function newConfirmationNumber(submittedAt: Date): string {
  const year = submittedAt.getUTCFullYear() + (submittedAt.getUTCMonth() >= SEASON_STARTS_IN_MONTH ? 1 : 0);
  return `FY${String(year % 100).padStart(2, '0')}-${group()}-${group()}`;
}
