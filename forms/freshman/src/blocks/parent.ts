import {
  EMAIL_MAX_LENGTH,
  equals,
  group,
  type Option,
  phone,
  radio,
  row,
  select,
  showWhen,
  text,
} from '@firstyear/form-engine';
import { NO, PREFIXES, YES_NO } from '@firstyear/form-engine/lists/common';
import { emailFormat, phoneFormat } from '../rules.ts';
import { address } from './address.ts';

/** A parent's relationship to the applicant; guardians are not asked. */
export const relationship = <const P extends string>(prefix: P, options: readonly Option[]) =>
  select({ key: `${prefix}relationship`, wordsId: 'relationship', label: 'Relationship to you', options });

interface ParentWords {
  /** The prefix of this person's messages, e.g. 'Parent'. */
  readonly name: string;
  readonly sameAddress: string;
  readonly addressLegend: string;
}

/** Name and contact of a parent or guardian; nothing is required. */
export const parent = <const P extends string>(prefix: P, { name, sameAddress, addressLegend }: ParentWords) =>
  group({ block: 'plain', prefixKey: prefix }, [
    select({ key: `${prefix}prefix`, wordsId: 'prefix', label: 'Title', options: PREFIXES }),
    row(
      text({ key: `${prefix}first_name`, wordsId: 'first', label: 'First Name' }),
      text({ key: `${prefix}last_name`, wordsId: 'last', label: 'Last Name' }),
    ),
    text({
      key: `${prefix}email_address`,
      label: 'Email Address',
      inputMode: 'email',
      maxLength: EMAIL_MAX_LENGTH,
      rules: [emailFormat(`${name}: Please enter a valid email address.`)],
    }),
    phone({
      key: `${prefix}phone_home`,
      label: 'Home Phone',
      rules: [phoneFormat(`${name}: Please enter a valid home phone number.`)],
    }),
    radio({ key: `${prefix}addr_same_as_stu_perm`, label: sameAddress, options: YES_NO }),
    showWhen(equals(`${prefix}addr_same_as_stu_perm`, NO), [address(prefix, { legend: addressLegend })], {
      about: `your ${addressLegend.charAt(0).toLowerCase()}${addressLegend.slice(1)}`,
    }),
  ]);
