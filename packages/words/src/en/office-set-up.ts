import { area } from '../area.ts';

/** The page that a link from a director leads to. */
export const officeSetUp = area('office-set-up', {
  title: 'Set Up Your Access',
  errorLabel: 'Set Up Error',
  hello: 'Hello, {name}. Choose a password, and add this account to an authenticator app on your phone.',
  appTitle: 'Authenticator app',
  appText: 'Scan this code with the app, or type in the key.',
  qr: 'QR code with the key for your authenticator app',
  key: 'Key',
  openApp: 'Open in an app on this device',
  password: 'New password',
  passwordHint: 'At least 12 characters, with a lower-case and an upper-case letter, a number, and a symbol.',
  code: 'Code from the app',
  submit: 'Set up my access',
  recoveryTitle: 'Keep these recovery codes',
  recoveryText:
    'Each one works once in place of a code, if your phone is lost. Nobody can show them to you again: print them, or keep them in a password manager.',
  copy: 'Copy all',
  copied: 'Copied.',
  toSignIn: 'I have kept them. Sign in now',
});
