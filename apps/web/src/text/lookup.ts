import type { LookupCategory } from '@firstyear/application-form';

/** The words of the suggestions, by what is looked for. */
const NOUNS: Readonly<Record<LookupCategory, readonly [one: string, many: string]>> = {
  hs_ceeb: ['school', 'schools'],
  college_ceeb: ['college', 'colleges'],
  address: ['address', 'addresses'],
};

export const LOOKUP_TEXT = {
  /** Name of the list, for screen readers. */
  list: (category: LookupCategory) => `Suggested ${NOUNS[category][1]}`,
  /** Said to screen readers when suggestions arrive. */
  found: (category: LookupCategory, count: number) => {
    const [one, many] = NOUNS[category];
    if (count === 0) return `No ${many} found. You can keep typing.`;
    return `${count} ${count === 1 ? one : many} found. Use the up and down arrow keys to choose.`;
  },
  cannotFind: { hs_ceeb: "I can't find my school", college_ceeb: "I can't find my college" },
  cannotFindHint: 'Keep what you typed and fill in the rest yourself.',
  filled: 'We filled in what we know. Please check it.',
} as const;
