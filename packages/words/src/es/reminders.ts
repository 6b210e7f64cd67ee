import type { Translation } from '../area.ts';
import type { reminders } from '../en/reminders.ts';

export const es = {
  title: 'Cancelar recordatorios',
  errorLabel: 'Error al cancelar los recordatorios',
  intro:
    'Te enviamos hasta tres recordatorios antes de la fecha límite de una solicitud que empezaste. Aquí puedes cancelar esos correos. Tu solicitud se queda como está.',
  submit: 'Cancelar estos correos',
  successLabel: 'Confirmación',
  question: '¿Quieres terminar tu solicitud?',
  link: 'Iniciar sesión',
} satisfies Translation<typeof reminders.texts>;
