import type { Translation } from '../area.ts';
import type { sessionEnd } from '../en/session-end.ts';

export const es = {
  invalid: 'Tu sesión no es válida. Borra las cookies e inicia sesión otra vez.',
  inactive: 'Tu sesión se cerró automáticamente por inactividad.',
  endedElsewhere:
    'Tu sesión se cerró en otra pestaña. Algunas respuestas de esta pestaña todavía no se habían guardado. Inicia sesión otra vez para guardarlas.',
} satisfies Translation<typeof sessionEnd.texts>;
