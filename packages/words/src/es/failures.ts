import type { Translation } from '../area.ts';
import type { failures } from '../en/failures.ts';

export const es = {
  unexpected: 'Ocurrió un error inesperado. Inténtalo otra vez más tarde.',
  noResponse: 'El sitio no responde. Revisa tu conexión e inténtalo otra vez.',
} satisfies Translation<typeof failures.texts>;
