import { answerOf, isBlank, type Rule } from '../../engine/index.ts';

/** An optional area code from 2 on in parentheses and a space, then seven digits (AMB-135). */
const DEFAULT_STYLE = /^(\([2-9]\d{2}\) )?\d{3}-\d{4}$/;
/** (NXX) NXX-XXXX: area code and exchange begin with 2 to 9. */
const US_STYLE = /^\([2-9]\d{2}\) [2-9]\d{2}-\d{4}$/;

const phoneFormat = (pattern: RegExp, message: string): Rule => ({
  check: (value) => (typeof value === 'string' && value !== '' && !pattern.test(value) ? message : undefined),
});

/** A phone number of the default pattern, or nothing. */
export const defaultPhoneFormat = (message: string): Rule => phoneFormat(DEFAULT_STYLE, message);

/** A phone number that can take text messages, or nothing (AMB-134). */
export const usPhoneFormat = (message: string): Rule => phoneFormat(US_STYLE, message);

/** Who asks for text messages gives the number they go to. */
export const mobileForTextMessages: Rule = {
  reads: ['optin_sms_ind'],
  check: (value, { answers }) =>
    isBlank(value) && answerOf(answers, 'optin_sms_ind') === true
      ? 'A cell phone number is required to receive text message updates.'
      : undefined,
};

/** One number to be reached at, of whatever kind. Says nothing while text messages already ask for the cell phone. */
export const someNumber: Rule = {
  reads: ['optin_sms_ind', 'phone_mobile', 'phone_international'],
  isShared: true,
  check: (value, { answers }) => {
    if (!isBlank(value) || answerOf(answers, 'optin_sms_ind') === true) return undefined;
    const others = ['phone_mobile', 'phone_international'];
    return others.every((key) => isBlank(answerOf(answers, key)))
      ? 'Please enter either a home phone or cell phone number.'
      : undefined;
  },
};
