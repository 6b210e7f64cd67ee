import type { Translation } from '../area.ts';
import type { changeEmail } from '../en/change-email.ts';

export const es = {
  title: 'Cambiar correo electrónico',
  errorLabel: 'Error al cambiar el correo electrónico',
  now: 'Tu correo electrónico actual:',
  intro:
    'Iniciarás sesión con la dirección nueva y ahí llegarán nuestros correos. Se cerrará la sesión en todos los demás navegadores. Las respuestas de tu solicitud se quedan como están.',
  email: 'Correo electrónico nuevo',
  password: 'Contraseña actual',
  sent: 'Escribe el código que enviamos a {email}. También mandamos un correo a tu dirección anterior: durante 3 días, el enlace que contiene puede deshacer el cambio.',
  another: 'Usar otra dirección',
  unanswered: 'Puede que tu correo electrónico ya se haya cambiado, así que prueba primero con el nuevo.',
  successLabel: 'Confirmación',
  question: '¿Ya terminaste?',
  link: 'Volver a tu solicitud',
} satisfies Translation<typeof changeEmail.texts>;
