import type { Translation } from '../area.ts';
import type { toasts } from '../en/toasts.ts';

export const es = {
  region: 'Avisos ({hotkey})',
  success: 'Confirmación',
  error: 'Error',
  close: 'Cerrar este mensaje',
} satisfies Translation<typeof toasts.texts>;
