import type { Translation } from '../area.ts';
import type { beforeYouStart } from '../en/before-you-start.ts';

export const es = {
  time: 'Calcula unos 45 minutos. Ayuda tener a la mano tus calificaciones, tus puntajes de exámenes y la dirección de tus padres.',
  closes: '{term}: la fecha límite es el {day}{later}.',
  later: '. {term}: el {day}',
} satisfies Translation<typeof beforeYouStart.texts>;
