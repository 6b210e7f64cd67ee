import type { Translation } from '../area.ts';
import type { serviceView } from '../en/service-view.ts';

export const es = {
  noAnswer: '—',
  componentNumber: 'Núm.',
  componentOf: '{component}: {legend}',
  sealed: 'Respondida y sellada',
  studentType: 'Tipo de estudiante: {type}',
  draft: 'Borrador sin enviar · Respuestas al {moment}',
  sheet: 'Página {page} de {pages}',
  submitted: 'Enviada el {day} · Número de confirmación {number}',
  corrected: 'Corregido el {day}: {questions}',
} satisfies Translation<typeof serviceView.texts>;
