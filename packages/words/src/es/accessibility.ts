import type { Translation } from '../area.ts';
import type { accessibility } from '../en/accessibility.ts';

export const es = {
  title: 'Accesibilidad',
  intro:
    'Esta solicitud es para todas las personas. Está hecha para cumplir las Pautas de Accesibilidad para el Contenido Web (WCAG) 2.2, niveles A y AA, en inglés y en español.',
  checked:
    'Quienes la hicieron la revisaron por última vez el 28 de noviembre de 2026: cada página con un programa de pruebas, solo con el teclado, con el texto al doble de tamaño y en una pantalla estrecha.',
  gapsTitle: 'Qué falta todavía',
  gaps: {
    readers: 'Nadie la ha recorrido todavía con un lector de pantalla.',
    missing: 'El mensaje de una pregunta a la que le falta la respuesta es solo el nombre de la pregunta.',
    pdf: 'La copia en PDF tiene etiquetas, títulos e idioma, pero ningún programa de PDF/UA la ha revisado.',
  },
  contact: '¿Algo te resulta difícil o imposible de usar? Dinos, y buscaremos juntos otra manera:',
  page: '¿Qué tan accesible es esta solicitud?',
} satisfies Translation<typeof accessibility.texts>;
