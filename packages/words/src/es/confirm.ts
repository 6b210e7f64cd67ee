import type { Translation } from '../area.ts';
import type { confirm } from '../en/confirm.ts';

export const es = {
  title: 'Confirma tu cuenta',
  errorLabel: 'Error al confirmar',
  wrongAddress: '¿Escribiste mal tu correo? Regístrate otra vez',
  successLabel: 'Confirmación',
  sendAgain: 'Enviar otra vez el enlace',
  question: '¿Ya la confirmaste?',
  link: 'Iniciar sesión',
} satisfies Translation<typeof confirm.texts>;
