import type { Translation } from '../area.ts';
import type { outcomes } from '../en/outcomes.ts';

export const es = {
  signedUp: 'Enviamos un código de 6 dígitos a tu correo electrónico.',
  confirmed: 'Tu cuenta está confirmada. Ya puedes iniciar sesión.',
  confirmedElsewhere:
    'Tu correo electrónico está confirmado. Para proteger tu cuenta, te enviamos un enlace para elegir tu contraseña. Después podrás iniciar sesión.',
  resent: 'Si hay una cuenta con este correo electrónico que espera un código, le enviamos uno nuevo.',
  loggedIn: 'Iniciaste sesión.',
  forgot: 'Si hay una cuenta con este correo electrónico, le enviamos un enlace para elegir una contraseña nueva.',
  passwordChanged: 'Se cambió tu contraseña y cerramos la sesión en todos los demás navegadores.',
  emailCodeSent: 'Enviamos un código de 6 dígitos a tu nuevo correo electrónico.',
  emailChanged: 'Se cambió tu correo electrónico y cerramos la sesión en todos los demás navegadores.',
  emailRestored:
    'Tu cuenta tiene otra vez tu correo electrónico anterior y cerramos la sesión en todos los navegadores. Te enviamos un enlace para elegir una contraseña nueva.',
  reset: 'Se cambió tu contraseña. Ya puedes iniciar sesión con ella.',
  saved: 'Guardamos tus respuestas.',
  remindersStopped: 'No recibirás más recordatorios.',
} satisfies Translation<typeof outcomes.texts>;
