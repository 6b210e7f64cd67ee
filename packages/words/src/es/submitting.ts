import type { Translation } from '../area.ts';
import type { submitting } from '../en/submitting.ts';

export const es = {
  submitted: 'Tu solicitud se envió correctamente.',
  document:
    'Todavía estamos preparando tu documento. Deja esta página abierta: enviaremos tu solicitud en cuanto esté listo.',
  documentFailed: 'Tu solicitud todavía no se ha enviado. {label}: {message}',
  dropped: 'Tu solicitud todavía no se envió: antes se volvió a cargar la página o se salió de ella. Envíala otra vez.',
  busy: 'Hay mucha gente usando el sitio en este momento. Deja esta página abierta: enviaremos tu solicitud en cuanto podamos. No tienes que volver a presionar el botón.',
  away: 'En este momento no hay conexión con el sitio. Deja esta página abierta: enviaremos tu solicitud en cuanto podamos. No tienes que volver a presionar el botón.',
} satisfies Translation<typeof submitting.texts>;
