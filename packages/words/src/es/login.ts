import type { Translation } from '../area.ts';
import type { login } from '../en/login.ts';

export const es = {
  title: 'Iniciar sesión',
  errorLabel: 'Error al iniciar sesión',
  forgot: 'Olvidé mi contraseña',
  question: '¿No tienes cuenta?',
  link: 'Crear cuenta',
} satisfies Translation<typeof login.texts>;
