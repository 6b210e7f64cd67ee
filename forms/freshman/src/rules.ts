import { EMAIL_PATTERN, equals, isOneOf, type Rule } from '@firstyear/form-engine';

/** An email address, or empty. */
export const emailFormat = (message: string): Rule => ({ rule: 'pattern', pattern: EMAIL_PATTERN.source, message });

/** An optional area code from 2 on in parentheses and a space, then seven digits (AMB-135). */
export const phoneFormat = (message: string): Rule => ({
  rule: 'pattern',
  pattern: /^(\([2-9]\d{2}\) )?\d{3}-\d{4}$/.source,
  message,
});

/** A phone number that can take text messages: (NXX) NXX-XXXX, area code and exchange begin with 2 to 9 (AMB-134). */
export const mobileFormat = (message: string): Rule => ({
  rule: 'pattern',
  pattern: /^\([2-9]\d{2}\) [2-9]\d{2}-\d{4}$/.source,
  message,
});

/** A cell phone number is required for text messages. */
export const mobileNeededForTexts = (message: string): Rule => ({
  rule: 'needed-when',
  when: equals('optin_sms_ind', true),
  message,
});

/** At least one phone number. No message while text messages already require the cell phone. */
export const anyPhoneNumber = (message: string): Rule => ({
  rule: 'one-needed',
  others: ['phone_mobile', 'phone_international'],
  unless: equals('optin_sms_ind', true),
  message,
});

/** A state or province is required in the United States and Canada. */
export const stateNeededInUsaAndCanada = (country: string): Rule => ({
  rule: 'needed-when',
  when: isOneOf(country, ['USA', 'CAN']),
});

/** A ZIP code is required in the United States. */
export const zipNeededInUsa = (country: string): Rule => ({ rule: 'needed-when', when: equals(country, 'USA') });

/** A ZIP code of the United States has at least five characters (AMB-138, AMB-139). */
export const zipLength = (country: string): Rule => ({
  rule: 'min-length',
  length: 5,
  when: equals(country, 'USA'),
  message: 'ZIP/Postal Code must be at least 5 characters.',
});

/** A day of the calendar, and an age between two limits, inclusive (AMB-145). */
export const dateOfBirth = (minimumAge: number, maximumAge: number): readonly Rule[] => [
  { rule: 'calendar-day', message: 'A valid date of birth is required.' },
  {
    rule: 'max-years-ago',
    years: maximumAge,
    message: 'This date is not supported. Please contact help support for assistance.',
  },
  { rule: 'min-years-ago', years: minimumAge, message: `You must be ${minimumAge} years or older to apply.` },
];

/** An SAT section: 200 to 800 in tens. */
export const satSection = (name: string): Rule => ({
  rule: 'whole-number',
  minimum: 200,
  maximum: 800,
  step: 10,
  message: `Please provide a valid SAT ${name} Score. The score must be between 200 and 800 in an increment of 10 (e.g., 570).`,
});

/** An SAT essay score: 2 to 8. */
export const satEssay = (name: string): Rule => ({
  rule: 'whole-number',
  minimum: 2,
  maximum: 8,
  message: `Please provide a valid SAT Essay ${name} Score. The score must be between 2 and 8.`,
});

/** The ACT composite: 1 to 36. */
export const actComposite = (): Rule => ({
  rule: 'whole-number',
  minimum: 1,
  maximum: 36,
  message: 'Please provide a valid ACT Composite Score. The score must be between 1 and 36.',
});
