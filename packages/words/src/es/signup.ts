import type { Translation } from '../area.ts';
import type { signup } from '../en/signup.ts';

export const es = {
  title: 'Crear cuenta',
  errorLabel: 'Error al crear la cuenta',
  emailHint: 'Escribe un correo electrónico que sigas usando el próximo año. Ahí te enviaremos un código.',
  question: '¿Ya tienes una cuenta?',
  link: 'Iniciar sesión',
} satisfies Translation<typeof signup.texts>;
