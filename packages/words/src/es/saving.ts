import type { Translation } from '../area.ts';
import type { saving } from '../en/saving.ts';

export const es = {
  idle: 'Los cambios se guardan mientras escribes',
  saving: 'Guardando…',
  saved: 'Guardado: {time}',
  failed: 'No se guardó',
  busy: 'Tenemos mucho tráfico. Tus respuestas siguen aquí y se guardarán pronto',
  retry: 'reintentar',
  locked: 'No se guardó. Ya enviaste tu solicitud y no se puede cambiar.',
} satisfies Translation<typeof saving.texts>;
