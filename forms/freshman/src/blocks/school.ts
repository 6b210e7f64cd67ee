import {
  answered,
  conditionalSelect,
  group,
  type LookupCategory,
  lookup,
  row,
  select,
  showWhen,
  text,
} from '@firstyear/form-engine';
import { COUNTRIES } from '@firstyear/form-engine/lists/countries';
import { zipLength } from '../rules.ts';
import { ADDRESS_LINE_MAX_LENGTH, statesOf, ZIP_MAX_LENGTH } from './address.ts';

export interface SchoolWords {
  /** Id of the words below. */
  readonly wordsId: string;
  readonly legend: string;
  readonly category: Extract<LookupCategory, 'hs_ceeb' | 'college_ceeb'>;
  readonly label: string;
  readonly paperLabel: string;
  readonly hint: string;
  readonly required?: true;
}

/** A school, found by a search or typed (WIDGET-07). */
export const school = <const P extends string>(
  prefix: P,
  { wordsId, legend, category, label, paperLabel, hint, required }: SchoolWords,
) => {
  const country = `${prefix}country` as const;
  return group({ block: 'school', wordsId, legend, prefixKey: prefix }, [
    lookup({
      key: `${prefix}name`,
      wordsId,
      label,
      paperLabel,
      hint,
      category,
      maxLength: ADDRESS_LINE_MAX_LENGTH,
      fills: {
        name: `${prefix}name`,
        address_line_1: `${prefix}address_line_1`,
        city: `${prefix}city`,
        state: `${prefix}state`,
        zip: `${prefix}zip`,
        ceeb: `${prefix}ceeb`,
        country,
      },
      ...(required && { required }),
    }),
    text({
      key: `${prefix}address_line_1`,
      label: 'School address',
      maxLength: ADDRESS_LINE_MAX_LENGTH,
    }),
    row(
      text({ key: `${prefix}city`, label: 'City' }),
      conditionalSelect({
        key: `${prefix}state`,
        label: 'State/Province',
        options: statesOf(country),
      }),
    ),
    text({
      key: `${prefix}zip`,
      label: 'ZIP/Postal Code',
      maxLength: ZIP_MAX_LENGTH,
      rules: [zipLength(country)],
    }),
    // Few schools have a code, and it can't be typed.
    showWhen(answered(`${prefix}ceeb`), [
      text({
        key: `${prefix}ceeb`,
        label: 'School code (CEEB)',
        hint: "It comes from the list of schools, so you can't change it.",
        readOnly: true,
        inputMode: 'numeric',
        maxLength: 6,
      }),
    ]),
    select({ key: country, label: 'Country', options: COUNTRIES }),
  ]);
};
