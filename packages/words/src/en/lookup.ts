import { area } from '../area.ts';

/** The suggestions, by category. */
export const lookup = area('lookup', {
  hs_ceeb: {
    /** Name of the list, for screen readers. */
    list: 'Suggested schools',
    /** Announced to screen readers when suggestions arrive. */
    found: {
      one: '1 school found. Use the up and down arrow keys to choose.',
      other: '{count} schools found. Use the up and down arrow keys to choose.',
    },
    none: 'No schools found. You can keep typing.',
    cannotFind: "I can't find my school",
  },
  college_ceeb: {
    list: 'Suggested colleges',
    found: {
      one: '1 college found. Use the up and down arrow keys to choose.',
      other: '{count} colleges found. Use the up and down arrow keys to choose.',
    },
    none: 'No colleges found. You can keep typing.',
    cannotFind: "I can't find my college",
  },
  address: {
    list: 'Suggested addresses',
    found: {
      one: '1 address found. Use the up and down arrow keys to choose.',
      other: '{count} addresses found. Use the up and down arrow keys to choose.',
    },
    none: 'No addresses found. You can keep typing.',
  },
  cannotFindHint: 'Keep what you typed and fill in the rest yourself.',
  filled: 'We filled in what we know. Please check it.',
  /** Labels of suggested places without a street: what they fill in. */
  fills: {
    city: 'City and state',
    zip: 'City, state, and ZIP Code',
  },
});
