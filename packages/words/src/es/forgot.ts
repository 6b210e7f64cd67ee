import type { Translation } from '../area.ts';
import type { forgot } from '../en/forgot.ts';

export const es = {
  title: 'Olvidé mi contraseña',
  errorLabel: 'Error al pedir otra contraseña',
  intro: 'Escribe tu correo electrónico y te enviaremos un enlace para elegir una contraseña nueva.',
  successLabel: 'Confirmación',
  question: '¿Te acordaste de tu contraseña?',
  link: 'Iniciar sesión',
} satisfies Translation<typeof forgot.texts>;
