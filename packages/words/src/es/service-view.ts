import type { Translation } from '../area.ts';
import type { serviceView } from '../en/service-view.ts';

export const es = {
  noAnswer: '—',
  componentNumber: 'Núm.',
  componentOf: '{component}: {legend}',
  studentType: 'Tipo de estudiante: {type}',
} satisfies Translation<typeof serviceView.texts>;
