import type { Translation } from '../area.ts';
import type { dialog } from '../en/dialog.ts';

export const es = {
  close: 'Cerrar',
} satisfies Translation<typeof dialog.texts>;
