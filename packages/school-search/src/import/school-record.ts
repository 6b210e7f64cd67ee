import { SMALL_WORDS } from '../abbreviations.ts';
import type { SchoolCategory } from '../query-words.ts';
import { matchKey } from './record-keys.ts';

/** One school in one source. Unknown parts are ''. */
export interface SchoolRecord {
  /** The record's name within its source; the same in every edition. */
  readonly source_id: string;
  readonly category: SchoolCategory;
  readonly name: string;
  readonly aliases: readonly string[];
  /** CEEB code with its leading zeros: 6 digits for high schools, 4 for colleges. */
  readonly ceeb: string;
  /** 'nces:', 'pss:' or 'ipeds:' and the national id. */
  readonly national_id: string;
  readonly address_line_1: string;
  readonly city: string;
  /** Postal code of the state. */
  readonly state: string;
  readonly zip: string;
  readonly country: string;
  readonly closed: boolean;
  readonly match_key: string;
}

const CEEB_LENGTH = { hs_ceeb: 6, college_ceeb: 4 } as const;

/** A CEEB code with the leading zeros that spreadsheets remove; '' for invalid codes. */
export function ceebOf(text: string, category: SchoolCategory): string {
  const digits = text.trim();
  const length = CEEB_LENGTH[category];
  return /^\d+$/.test(digits) && Number(digits) > 0 && digits.length <= length ? digits.padStart(length, '0') : '';
}

/** Five digits, or nine with a hyphen, with the leading zeros that spreadsheets remove. Other countries' codes stay unchanged. */
export function zipOf(text: string, fourMore = ''): string {
  const trimmed = text.trim();
  const joined =
    /^\d{3,5}$/.test(trimmed) && /^\d{4}$/.test(fourMore.trim()) ? `${trimmed}-${fourMore.trim()}` : trimmed;
  const parts =
    /^(\d{3,5})(?:-?(\d{4}))?$/.exec(joined) ?? (/^\d{9}$/.test(joined) ? /^(\d{5})(\d{4})$/.exec(joined) : null);
  if (!parts) return trimmed;
  const five = (parts[1] ?? '').padStart(5, '0');
  return parts[2] && parts[2] !== '0000' ? `${five}-${parts[2]}` : five;
}

const SPANISH_SMALL_WORDS = new Set(['de', 'la', 'del', 'y']);
const CAPITALS = /^(?:HS|JSHS|SHS|PS|IS|MS|II|III|IV|NE|NW|SE|SW|US|USA|YMCA|KIPP|STEM|P\.?O\.?)$/;

/** Text in capitals in normal case; text with small letters stays unchanged. */
function fromCapitals(text: string): string {
  const cleaned = text.replace(/\s+/g, ' ').trim();
  if (/\p{Ll}/u.test(cleaned)) return cleaned;
  return cleaned
    .split(' ')
    .map((word, place) => {
      if (CAPITALS.test(word)) return word;
      const small = word.toLowerCase();
      if (place > 0 && (SMALL_WORDS.has(small) || SPANISH_SMALL_WORDS.has(small))) return small;
      return small
        .replace(/(^|[^\p{L}'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
        .replace(/^(Mc)(\p{L})/u, (_, mc: string, letter: string) => mc + letter.toUpperCase())
        .replace(/^([OD]['’])(\p{L})/u, (_, o: string, letter: string) => o + letter.toUpperCase());
    })
    .join(' ');
}

type Optional = 'aliases' | 'ceeb' | 'national_id' | 'closed' | 'country';

/** A record with its texts made tidy, its match key, and defaults for parts that many sources do not have. */
export function schoolRecord({
  aliases = [],
  ceeb = '',
  national_id = '',
  closed = false,
  country = 'USA',
  ...parts
}: Omit<SchoolRecord, 'match_key' | Optional> & {
  readonly [Part in Optional]?: SchoolRecord[Part] | undefined;
}): SchoolRecord {
  const [name, city] = [fromCapitals(parts.name.replace(/\*+$/, '')), fromCapitals(parts.city)];
  const state = parts.state.trim().toUpperCase();
  return {
    ...parts,
    ceeb,
    national_id,
    closed,
    country,
    name,
    city,
    state,
    address_line_1: fromCapitals(parts.address_line_1),
    aliases: aliases.map((alias) => alias.trim()).filter((alias) => alias !== ''),
    match_key: matchKey(name, city, state),
  };
}
