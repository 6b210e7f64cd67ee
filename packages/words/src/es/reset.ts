import type { Translation } from '../area.ts';
import type { reset } from '../en/reset.ts';

export const es = {
  title: 'Restablecer contraseña',
  errorLabel: 'Error al restablecer la contraseña',
  password: 'Contraseña nueva',
  confirm: 'Confirmar contraseña',
  noIdLink: 'Pedir un enlace nuevo',
  question: '¿Te acordaste de tu contraseña?',
  link: 'Iniciar sesión',
} satisfies Translation<typeof reset.texts>;
