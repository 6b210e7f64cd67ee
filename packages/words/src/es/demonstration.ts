import type { Translation } from '../area.ts';
import type { demonstration } from '../en/demonstration.ts';

export const es = {
  label: 'Demostración',
  text: 'Demostración: aquí todas las personas son inventadas.',
} satisfies Translation<typeof demonstration.texts>;
