import type { Translation } from '../area.ts';
import type { formPage } from '../en/form-page.ts';

export const es = {
  required: 'obligatorio',
  chooseOne: 'Elige una opción',
  characterCount: 'Caracteres: {count} / {limit}',
  charactersUsed: '{count} de {limit} caracteres usados',
  wordCount: 'Palabras: {count} / {limit}',
  wordsUsed: '{count} de {limit} palabras usadas',
  clear: 'Borrar',
  clearOf: 'Borrar: {question}',
  component: '{noun} {number}',
  addAnother: 'Agregar: {noun}',
  added: '{noun} {number}: se agregó',
  addAnotherError: 'Error al agregar: {id}',
  removed: { one: 'Quitamos {count} respuesta.', other: 'Quitamos {count} respuestas.' },
  removedAbout: {
    one: 'Quitamos {count} respuesta sobre {about}.',
    other: 'Quitamos {count} respuestas sobre {about}.',
  },
  clearedAddress: 'Borramos la dirección anterior.',
  undo: 'Deshacer',
  summaryTitle: '¡Nos faltan algunos datos!',
  summary:
    'Los enlaces de abajo muestran lo que falta por completar. Lo que falta está resaltado en cada página. Corrígelo y vuelve a enviar la solicitud.',
  place: '· {section}',
  preparing: '{label}: estamos preparando tu archivo, tarda un momento',
  otherErrors: 'Otros puntos',
  left: { one: 'Falta 1 pregunta', other: 'Faltan {count} preguntas' },
  complete: 'Listo',
  hide: 'Ocultar',
  show: 'Mostrar',
  tabError: 'Error al cambiar de pestaña: {tab}',
  tabErrorAt: '{tab}: {reason}',
  documentNeedsAccount: 'Podrás completar esta pregunta cuando crees una cuenta.',
  loading: 'Cargando…',
  documentNotLoaded: 'No pudimos cargar esta pregunta. Vuelve a cargar la página; tus respuestas se conservan.',
} satisfies Translation<typeof formPage.texts>;
