import type { Translation } from '../area.ts';
import type { print } from '../en/print.ts';

export const es = {
  draft: 'Borrador sin enviar · Respuestas al {moment}',
  sheet: 'Página {page} de {pages}',
  submitted: 'Enviada el {day} · Número de confirmación {number}',
} satisfies Translation<typeof print.texts>;
