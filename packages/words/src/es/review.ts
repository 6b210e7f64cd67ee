import type { Translation } from '../area.ts';
import type { review } from '../en/review.ts';

export const es = {
  intro:
    'Esto es lo que nos has contado hasta ahora. Para cambiar una respuesta, elige su pregunta. Puedes hacerlo hasta que envíes tu solicitud.',
  change: 'Cambiar',
  unanswered: 'Sin contestar',
  toSubmit: 'Ir a la última página para enviar',
  sections: 'En esta página',
  showBlank: 'Mostrar las preguntas que dejé en blanco',
  missing: {
    one: '1 respuesta falta o necesita corrección',
    other: '{count} respuestas faltan o necesitan corrección',
  },
  unknown:
    'En este momento no podemos revisar tus respuestas: las que están guardadas todavía no aparecen en esta página. Volverán con tu conexión.',
  nothingMissing: 'No falta nada. Puedes enviar tu solicitud en la última página.',
  slipsTitle: 'Vale la pena revisar esto otra vez',
  slipsIntro: 'Puede que estén bien. De todos modos puedes enviar tu solicitud.',
  noFile: 'Elegiste “{choice}”, pero todavía no hay ningún archivo.',
  gpaAboveScale: 'Tu promedio (GPA) es {gpa}, pero el más alto de tu escala es {scale}.',
  sentTitle: 'Lo que vamos a recibir',
  sentAnswers: { one: 'Tu respuesta a 1 pregunta.', other: 'Tus respuestas a {count} preguntas.' },
  document: '{label}: {file}',
  preparing: '{document}. Todavía estamos preparando este archivo. Mientras tanto puedes seguir.',
  failed: '{document}. No pudimos usar este archivo. En su pregunta puedes ver por qué.',
  noDocuments: 'Ningún documento.',
  notSent: 'No se envían: las preguntas que dejaste en blanco y las que no te corresponden.',
  takenTitle: 'Lo que ya no preguntamos',
  takenIntro:
    'Cambiamos el formulario desde que respondiste estas preguntas. Tus respuestas anteriores ya no son parte de tu solicitud. No tienes que hacer nada.',
  taken: '{label}: {text}',
  whenSent: 'No se envía nada hasta que presiones “Enviar solicitud” en la última página.',
} satisfies Translation<typeof review.texts>;
