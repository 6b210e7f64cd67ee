import {
  check,
  EMAIL_MAX_LENGTH,
  equals,
  phone,
  radio,
  row,
  section,
  select,
  showWhen,
  text,
} from '@firstyear/form-engine';
import { NO, SUFFIXES, YES_NO } from '@firstyear/form-engine/lists/common';
import { address } from '../blocks/address.ts';
import type { FreshmanPartner } from '../partner.ts';
import { anyPhoneNumber, emailFormat, mobileFormat, mobileNeededForTexts, phoneFormat } from '../rules.ts';

export const name = () =>
  section(
    { id: 'name', title: 'Your name', hint: 'If you have only one name, enter it as both first and last name.' },
    [
      row(
        text({ key: 'first_name', label: 'First Name', required: true, autocomplete: 'given-name' }),
        text({ key: 'middle_name', label: 'Middle Name', autocomplete: 'additional-name' }),
      ),
      row(
        text({ key: 'last_name', label: 'Last Name', required: true, autocomplete: 'family-name' }),
        select({ key: 'suffix', label: 'Suffix', options: SUFFIXES, autocomplete: 'honorific-suffix' }),
      ),
      text({
        key: 'preferred_name',
        label: 'Preferred Name',
        hint: "What should we call you? Leave this blank if it's your first name.",
        autocomplete: 'nickname',
      }),
    ],
  );

export const contact = ({ texts }: FreshmanPartner) =>
  section({ id: 'reach', title: 'How we can reach you' }, [
    text({
      key: 'email_address',
      label: 'Email Address',
      inputMode: 'email',
      maxLength: EMAIL_MAX_LENGTH,
      rules: [emailFormat('Please enter a valid email address.')],
      autocomplete: 'email',
    }),
    phone({
      key: 'phone_home',
      label: 'Home Phone',
      hint: 'We need one number: home, cell, or international.',
      rules: [
        phoneFormat('Please enter a valid home phone number.'),
        anyPhoneNumber('Please enter either a home phone or cell phone number.'),
      ],
      autocomplete: 'home tel',
    }),
    phone({
      key: 'phone_mobile',
      label: 'Cell Phone',
      rules: [
        mobileFormat('Please enter a valid cell phone number.'),
        mobileNeededForTexts('A cell phone number is required to receive text message updates.'),
      ],
      autocomplete: 'mobile tel',
      optIn: check({ key: 'optin_sms_ind', label: texts.sms_opt_in }),
    }),
    text({
      key: 'phone_international',
      label: 'International Phone',
      hint: 'For numbers outside the United States and Canada. Start with + and the country code.',
      inputMode: 'tel',
      autocomplete: 'tel',
    }),
  ]);

export const addresses = () =>
  section({ id: 'address', title: 'Your address' }, [
    address('', {
      legend: 'Mailing address',
      hint: "Where you get your mail. If you have no fixed address, use one where mail reaches you, such as a relative's, a school's, or a shelter's.",
      own: 'mailing',
    }),
    radio({
      key: 'mailing_addr_same_as_perm_addr',
      label: 'Is your mailing address also your permanent address?',
      options: YES_NO,
    }),
    showWhen(
      equals('mailing_addr_same_as_perm_addr', NO),
      [address('permanent_', { legend: 'Permanent address', own: 'permanent' })],
      { about: 'your permanent address' },
    ),
  ]);
