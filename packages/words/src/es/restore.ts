import type { Translation } from '../area.ts';
import type { restore } from '../en/restore.ts';

export const es = {
  title: 'Conserva tu correo electrónico',
  errorLabel: 'Error al conservar el correo electrónico',
  intro:
    'Si no cambiaste tú el correo electrónico de tu cuenta, recupéralo aquí. Se cerrará la sesión en todos los navegadores, tu contraseña dejará de funcionar y te enviaremos un enlace para elegir una nueva.',
  submit: 'Conservar mi dirección',
  question: '¿El cambio lo hiciste tú?',
  link: 'Iniciar sesión',
} satisfies Translation<typeof restore.texts>;
