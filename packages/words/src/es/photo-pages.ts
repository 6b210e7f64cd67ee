import type { Translation } from '../area.ts';
import type { photoPages } from '../en/photo-pages.ts';

export const es = {
  title: 'Páginas de tu documento',
  intro: 'Juntamos estas fotos como páginas de un solo documento, en este orden.',
  empty: 'Todavía no hay páginas. Agrega las fotos que quieres subir.',
  list: 'Páginas',
  page: 'Página {page}',
  up: 'Mover la página {page} hacia arriba',
  down: 'Mover la página {page} hacia abajo',
  remove: 'Quitar la página {page}',
  removeShort: 'Quitar',
  drag: 'Arrastrar a otro lugar',
  moved: 'La página {from} ahora es la página {to}.',
  removed: 'Se quitó la página {page}.',
  added: { one: 'Se agregó 1 página.', other: 'Se agregaron {count} páginas.' },
  add: 'Agregar fotos',
  sendNone: 'Subir',
  send: { one: 'Subir 1 página', other: 'Subir {count} páginas' },
  cancel: 'Cancelar',
  noPreview: 'Sin vista previa',
  tooMany: 'Un documento puede tener hasta {max} fotos. Quita algunas o guarda todas las páginas en un solo PDF.',
  onlyPhotos: 'Aquí las páginas solo pueden ser fotos. Sube por separado los archivos PDF o Word.',
  cannotRead:
    'Página {page}: este navegador no puede abrir esta foto para hacerla más pequeña. Abre tu solicitud en el teléfono con el que la tomaste y agrégala ahí, o guárdala como archivo .jpg y agrega ese.',
} satisfies Translation<typeof photoPages.texts>;
