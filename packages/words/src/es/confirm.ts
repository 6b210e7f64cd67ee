import type { Translation } from '../area.ts';
import type { confirm } from '../en/confirm.ts';

export const es = {
  title: 'Confirma tu cuenta',
  errorLabel: 'Error al confirmar',
  question: '¿Ya la confirmaste?',
  link: 'Iniciar sesión',
} satisfies Translation<typeof confirm.texts>;
