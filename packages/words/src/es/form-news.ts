import type { Translation } from '../area.ts';
import type { formNews } from '../en/form-news.ts';

export const es = {
  loaded:
    'Cambiamos el formulario mientras lo tenías abierto, así que este es el nuevo. Todo lo que escribiste está aquí.',
  notSubmitted:
    'Tu solicitud todavía no se envió: el formulario acaba de cambiar y el nuevo pregunta algo más. Respóndelo y envíala otra vez. Si la enviaste antes de la fecha límite, tienes una hora desde entonces.',
  close: 'Entiendo',
} satisfies Translation<typeof formNews.texts>;
