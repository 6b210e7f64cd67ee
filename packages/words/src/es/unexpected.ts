import type { Translation } from '../area.ts';
import type { unexpected } from '../en/unexpected.ts';

export const es = {
  title: 'Error inesperado',
  close: 'Cerrar',
} satisfies Translation<typeof unexpected.texts>;
