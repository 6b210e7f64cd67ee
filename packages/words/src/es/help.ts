import type { Translation } from '../area.ts';
import type { help } from '../en/help.ts';

export const es = {
  title: 'Ayuda técnica',
  intro: '¿Algo no funciona? ¿No sabes cómo seguir? Escríbenos o llámanos. Con gusto te ayudamos.',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  address: 'Dirección postal',
  pdfTitle: 'Para abrir archivos PDF',
  pdfText:
    'Tu copia de la solicitud es un archivo PDF. Si no se abre en tu dispositivo, puedes descargar gratis un programa para leerlo:',
  pdfLink: 'Descargar Adobe Acrobat Reader',
} satisfies Translation<typeof help.texts>;
