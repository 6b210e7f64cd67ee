import {
  check,
  checkGroup,
  conditionalSelect,
  date,
  equals,
  isOneOf,
  radio,
  row,
  section,
  select,
  showWhen,
  text,
} from '@firstyear/form-engine';
import { YES_NO } from '@firstyear/form-engine/lists/common';
import { COUNTRIES, COUNTRIES_WITHOUT_USA } from '@firstyear/form-engine/lists/countries';
import { LANGUAGES, OTHER_LANGUAGE } from '@firstyear/form-engine/lists/languages';
import { placesAmong, US_STATES, US_TERRITORIES } from '@firstyear/form-engine/lists/states';
import { statesOf } from '../blocks/address.ts';
import type { FreshmanPartner } from '../partner.ts';
import { dateOfBirth } from '../rules.ts';

export const aboutYou = ({ name, options, minimum_age, maximum_age }: FreshmanPartner) =>
  section({ id: 'more', title: 'More about you' }, [
    radio({
      key: 'gender',
      label: 'Gender',
      hint: `${name} is required to report how many students of each gender apply. Choose the answer you're comfortable with.`,
      required: true,
      options: options.gender,
      autocomplete: 'sex',
    }),
    select({
      key: 'gender_iden',
      label: 'Gender identity',
      hint: 'We ask so that we can address and support you well. You can skip this question.',
      options: options.gender_iden,
    }),
    radio({ key: 'financial_aid', label: 'Do you plan to apply for financial aid?', options: YES_NO }),
    date({
      key: 'birth_date',
      label: 'Date of Birth',
      required: true,
      rules: dateOfBirth(minimum_age, maximum_age),
      autocomplete: 'bday',
    }),
    radio({
      key: 'first_gen',
      label: 'Are you a first-generation college student?',
      hint: 'You are if none of your parents finished a four-year college degree. Not sure? Choose the more likely answer. You can change it until you submit.',
      required: true,
      options: YES_NO,
    }),
    select({ key: 'marital_status', label: 'Marital status', options: options.marital_status }),
    row(
      text({ key: 'birth_city', label: 'City of birth' }),
      conditionalSelect({
        key: 'birth_state',
        label: 'State or province of birth',
        options: statesOf('birth_country'),
      }),
    ),
    select({ key: 'birth_country', label: 'Country of birth', options: COUNTRIES }),
  ]);

export const citizenship = ({ options }: FreshmanPartner) =>
  section({ id: 'citizenship', title: 'Citizenship' }, [
    select({
      key: 'citizenship_type',
      label: 'Citizenship status',
      hint: 'We ask because it determines which forms and which financial aid apply to you. You can skip this question.',
      options: options.citizenship_type,
    }),
    showWhen(
      isOneOf('citizenship_type', ['permanent_resident', 'refugee_asylee']),
      [
        text({
          key: 'alien_registration_number',
          label: 'Alien registration number',
          hint: "It's on your card, after A#. We keep it encrypted.",
          sealed: true,
        }),
      ],
      { about: 'your citizenship' },
    ),
    showWhen(
      isOneOf('citizenship_type', ['dual_citizen', 'permanent_resident', 'refugee_asylee', 'other_country']),
      [select({ key: 'citizenship', label: 'Country of citizenship', options: COUNTRIES_WITHOUT_USA })],
      { about: 'your citizenship' },
    ),
    showWhen(
      equals('citizenship_type', 'other_country'),
      [select({ key: 'citizenship_visa_status', label: 'Visa status', options: options.citizenship_visa_status })],
      { about: 'your citizenship' },
    ),
    showWhen(
      isOneOf('citizenship_type', ['us_citizen', 'dual_citizen', 'permanent_resident', 'refugee_asylee']),
      [
        select({
          key: 'legal_state',
          label: 'State of legal residence',
          hint: 'The state where you or your parents pay taxes or vote.',
          options: placesAmong([...US_STATES, ...US_TERRITORIES]),
        }),
      ],
      { about: 'your citizenship' },
    ),
  ]);

export const languages = () =>
  section({ id: 'languages', title: 'Languages' }, [
    select({ key: 'native_language', label: 'Native language', options: LANGUAGES }),
    select({ key: 'frequent_language', label: 'Language you speak most often', options: LANGUAGES }),
    showWhen(
      equals('frequent_language', OTHER_LANGUAGE),
      [text({ key: 'frequent_language_specify', label: 'Which language?' })],
      { about: 'your language' },
    ),
  ]);

export const background = ({ options }: FreshmanPartner) =>
  section(
    {
      id: 'background',
      title: 'Your background',
      hint: "The government asks universities to report their students' ethnicity and race. You can skip these questions. It won't hurt your application.",
    },
    [
      radio({
        key: 'ethnicity',
        label: 'Ethnicity',
        options: options.ethnicity,
      }),
      checkGroup({ wordsId: 'race', legend: 'Race', hint: 'Choose all that apply, or none.' }, [
        check({ key: 'race_american_indian', label: 'American Indian or Alaska Native' }),
        check({ key: 'race_asian', label: 'Asian' }),
        check({ key: 'race_black', label: 'Black or African American' }),
        check({ key: 'race_native_hawaiian', label: 'Native Hawaiian or other Pacific Islander' }),
        check({ key: 'race_white', label: 'White' }),
      ]),
      select({
        key: 'religious_affiliation',
        label: 'Religious affiliation',
        hint: 'We ask so that campus groups can be ready to welcome you. You can skip this question.',
        options: options.religious_affiliation,
      }),
      showWhen(
        equals('religious_affiliation', 'other'),
        [text({ key: 'religious_affiliation_other_specify', label: 'Which religion or denomination?' })],
        { about: 'your religious affiliation' },
      ),
    ],
  );
