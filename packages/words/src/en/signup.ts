import { area } from '../area.ts';

/** The Sign Up card. */
export const signup = area('signup', {
  title: 'Sign Up',
  errorLabel: 'Signup Card Error',
  emailHint: "Enter an email address you'll still use next year. We'll send a code to it.",
  question: 'Already have an account?',
  link: 'Log In',
});
