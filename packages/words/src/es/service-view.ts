import type { Translation } from '../area.ts';
import type { serviceView } from '../en/service-view.ts';

export const es = {
  noAnswer: '—',
  componentNumber: 'Núm.',
  componentOf: '{component}: {legend}',
  studentType: 'Tipo de estudiante: {type}',
  document: 'Documento {number} de {documents}',
  documentFollows: 'El documento está en las páginas siguientes, tal como se subió.',
} satisfies Translation<typeof serviceView.texts>;
