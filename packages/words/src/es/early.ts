import type { Translation } from '../area.ts';
import type { early } from '../en/early.ts';

export const es = {
  wait: 'Un momento: la página todavía se está cargando. Enseguida haremos lo que pediste.',
  lost: 'No se pudo cargar una parte de esta página. Déjala abierta: lo que escribas aquí se queda, y seguiremos intentándolo.',
  outdated:
    'Esta página se actualizó. Vuelve a cargarla para continuar. Tendrás que escribir otra vez lo que escribiste aquí.',
  noScript: {
    title: 'Este sitio necesita JavaScript.',
    text: 'Actívalo en tu navegador y vuelve a cargar la página. Hasta entonces no se puede guardar nada de lo que escribas aquí.',
  },
  before: {
    time: 'Calcula unos 45 minutos. Ayuda tener a la mano tus calificaciones, tus puntajes de exámenes y la dirección de tus padres.',
    closes: '{term}: la fecha límite es el {day}{later}.',
    later: '. {term}: el {day}',
  },
} satisfies Translation<typeof early.texts>;
