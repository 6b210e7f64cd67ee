import type { Translation } from '../area.ts';
import type { refusedFile } from '../en/refused-file.ts';

export const es = {
  offerSmaller: 'Podemos hacer esta foto más pequeña aquí mismo, en tu dispositivo.',
  offerSmallerShorter:
    'Podemos hacer esta foto más pequeña aquí mismo, en tu dispositivo, y darle un nombre más corto.',
  offerShorter: 'Podemos darle a este archivo un nombre más corto.',
  offerPdf: 'La mayoría de los programas pueden guardar o exportar un archivo como PDF. Hazlo y elige el PDF aquí.',
  smaller: 'Hacerla más pequeña y subirla',
  shorter: 'Acortar el nombre y subirlo',
  cannotRead:
    'No podemos hacer esta foto más pequeña, porque este navegador no puede abrirla. Abre tu solicitud en el teléfono con el que la tomaste y elígela ahí, o guárdala como archivo .jpg y elige ese.',
} satisfies Translation<typeof refusedFile.texts>;
