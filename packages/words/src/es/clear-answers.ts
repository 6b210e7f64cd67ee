import type { Translation } from '../area.ts';
import type { clearAnswers } from '../en/clear-answers.ts';

export const es = {
  note: 'Tus respuestas se conservan en esta pestaña del navegador hasta que crees una cuenta o inicies sesión.',
  button: 'Borrar mis respuestas',
  question: '¿Borrar todas las respuestas que escribiste aquí?',
  confirm: 'Sí, borrarlas',
  cancel: 'Conservar mis respuestas',
  cleared: 'Se borraron tus respuestas.',
} satisfies Translation<typeof clearAnswers.texts>;
