import { conditionalSelect, group, lookup, row, select, text } from '@firstyear/form-engine';
import { COUNTRIES } from '@firstyear/form-engine/lists/countries';
import {
  CANADIAN_PROVINCES,
  placesAmong,
  STATES_AND_PROVINCES,
  US_STATES_AND_REGIONS,
} from '@firstyear/form-engine/lists/states';
import { stateNeededInUsaAndCanada, zipLength, zipNeededInUsa } from '../rules.ts';

export const ADDRESS_LINE_MAX_LENGTH = 100;
export const ZIP_MAX_LENGTH = 10;

/** The choices of a state by country; text in countries without a list. */
export const statesOf = (country: string) => ({
  controlledBy: country,
  cases: { USA: placesAmong(US_STATES_AND_REGIONS), CAN: placesAmong(CANADIAN_PROVINCES) },
  unanswered: placesAmong(STATES_AND_PROVINCES),
  otherwise: 'text' as const,
});

interface AddressWords {
  readonly legend: string;
  readonly hint?: string;
  /** Only the applicant's own addresses have autocomplete tokens (WCAG 1.3.5). */
  readonly own?: 'mailing' | 'permanent';
}

/** An address; its keys begin with the prefix. Only the mailing address is required. */
export const address = <const P extends string>(prefix: P, { legend, hint, own }: AddressWords) => {
  const country = `${prefix}country` as const;
  const required = own === 'mailing' ? ({ required: true } as const) : {};
  const token = <const T extends string>(name: T) => {
    if (own === 'mailing') return { autocomplete: name };
    return own === 'permanent' ? { autocomplete: `section-permanent ${name}` as const } : {};
  };
  return group(
    {
      block: 'address',
      wordsId: `${prefix}address`,
      legend,
      ...(hint && { hint }),
      ...(prefix && { prefixKey: prefix }),
    },
    [
      row(
        lookup({
          key: `${prefix}address_line_1`,
          label: 'Address',
          hint: 'Street address or P.O. box.',
          category: 'address',
          maxLength: ADDRESS_LINE_MAX_LENGTH,
          fills: {
            address_line_1: `${prefix}address_line_1`,
            address_line_2: `${prefix}address_line_2`,
            city: `${prefix}city`,
            state: `${prefix}state`,
            zip: `${prefix}zip`,
            country,
          },
          ...required,
          ...token('address-line1'),
        }),
        text({ key: `${prefix}address_line_2`, label: 'Apt. #', ...token('address-line2') }),
      ),
      row(
        text({ key: `${prefix}city`, label: 'City', ...required, ...token('address-level2') }),
        conditionalSelect({
          key: `${prefix}state`,
          label: 'State/Province',
          options: statesOf(country),
          rules: own === 'mailing' ? [stateNeededInUsaAndCanada(country)] : [],
          ...token('address-level1'),
        }),
      ),
      text({
        key: `${prefix}zip`,
        label: 'ZIP/Postal Code',
        maxLength: ZIP_MAX_LENGTH,
        rules: own === 'mailing' ? [zipNeededInUsa(country), zipLength(country)] : [zipLength(country)],
        ...token('postal-code'),
      }),
      select({
        key: country,
        label: 'Country',
        options: COUNTRIES,
        ...required,
        ...token('country'),
      }),
    ],
  );
};
