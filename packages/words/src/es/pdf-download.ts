import type { Translation } from '../area.ts';
import type { pdfDownload } from '../en/pdf-download.ts';

export const es = {
  preparing: 'Preparando tu copia en PDF…',
  download: 'Descargar copia en PDF',
  errorLabel: 'Error al descargar la copia en PDF de tu solicitud.',
  failed: 'No pudimos hacer tu copia en PDF. Inténtalo otra vez en un momento.',
  tryAgain: 'Intentar otra vez',
} satisfies Translation<typeof pdfDownload.texts>;
