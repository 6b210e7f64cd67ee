import { area } from '../area.ts';

/** The Log In card. */
export const login = area('login', {
  title: 'Log In',
  errorLabel: 'Login Card Error',
  forgot: 'Forgot password',
  question: "Don't have an account?",
  link: 'Sign Up',
});
