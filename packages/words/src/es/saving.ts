import type { Translation } from '../area.ts';
import type { saving } from '../en/saving.ts';

export const es = {
  idle: 'Los cambios se guardan mientras avanzas',
  saving: 'Guardando…',
  saved: 'Guardado: {time}',
  failed: 'No se guardó',
  busy: 'Hay mucha gente usando el sitio. Tus respuestas siguen aquí y se guardarán pronto',
  retry: 'reintentar',
  locked: 'No se guardó. Ya enviaste tu solicitud, así que no se puede cambiar.',
} satisfies Translation<typeof saving.texts>;
