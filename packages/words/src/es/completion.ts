import type { Translation } from '../area.ts';
import type { completion } from '../en/completion.ts';

export const es = {
  title: 'Enviaste tu solicitud',
  thanks:
    'Gracias por solicitar admisión a {university}. Ya tenemos todo lo que necesitamos de este formulario, y ya no puedes cambiarlo a menos que te lo pidamos. Mandamos tu comprobante, y cualquier otro correo sobre tu solicitud, a {email}.',
  yourAddress: 'tu correo electrónico',
  confirmationNumber: 'Número de confirmación',
  submittedAt: 'Fecha de envío',
  term: 'Periodo solicitado',
  attached: 'Adjuntos',
  datesTitle: 'Fechas importantes',
  calendar: 'Agregar estas fechas a tu calendario',
  copyTitle: 'Tu copia',
  copyText: 'Guarda una copia en PDF de tu solicitud.',
  codes: 'Códigos para tus reportes de puntajes: ACT {act}, SAT {sat}.',
  testBoards: { act: 'ACT', sat: 'SAT', toefl: 'TOEFL' },
  orderFrom: 'Pide tus reportes de puntajes en',
  steps: 'Para completar tu solicitud, debes hacer lo siguiente.',
} satisfies Translation<typeof completion.texts>;
