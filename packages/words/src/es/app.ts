import type { Translation } from '../area.ts';
import type { app } from '../en/app.ts';

export const es = {
  errorTitle: 'Error: {title}',
  help: 'Ayuda',
  privacy: 'Privacidad',
  loading: 'Cargando tu solicitud',
  offline: {
    title: 'No tienes conexión.',
    text: 'En este momento no hay conexión con el sitio. Deja esta página abierta: seguiremos en cuanto vuelva tu conexión.',
    saved: 'Entonces también volverán las respuestas que ya están guardadas.',
  },
  busy: 'Hay mucha gente usando el sitio en este momento.',
  away: 'En este momento no hay conexión con el sitio.',
  kept: 'No se perdió nada de lo guardado. Deja esta página abierta: seguiremos en cuanto podamos.',
  error: {
    title: 'Algo salió mal.',
    text: 'Quedó registrado el problema que te trajo a esta página. Lo arreglaremos lo antes posible.',
    reload: 'Intentar otra vez',
    home: 'Ir a la primera página',
    help: 'Si vuelve a pasar, escríbenos y te ayudaremos:',
  },
  service: {
    refused: 'No se puede abrir esta vista de la solicitud. Puede que el enlace esté incompleto o sea demasiado viejo.',
    whomToAsk: 'Pide uno nuevo a quien te lo envió o escribe a la Oficina de Admisiones:',
  },
} satisfies Translation<typeof app.texts>;
