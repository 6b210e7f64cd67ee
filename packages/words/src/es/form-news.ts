import type { Translation } from '../area.ts';
import type { formNews } from '../en/form-news.ts';

export const es = {
  title: 'Cambios en el formulario',
  changed: 'Cambiamos el formulario desde tu última visita. Todo lo demás que respondiste está como lo dejaste.',
  loaded:
    'Cambiamos el formulario mientras lo tenías abierto, así que este es el nuevo. Todo lo que escribiste está aquí.',
  notSubmitted:
    'Tu solicitud todavía no se envió: el formulario acaba de cambiar y el nuevo pregunta algo más. Contesta lo que falta y envíala otra vez. Si la enviaste antes de la fecha límite, tienes una hora a partir de ese momento.',
  added: { one: '1 pregunta nueva en “{page}”.', other: '{count} preguntas nuevas en “{page}”.' },
  needed: {
    one: '1 pregunta en “{page}” necesita respuesta ahora.',
    other: '{count} preguntas en “{page}” necesitan respuesta ahora.',
  },
  again: 'Responde otra vez “{label}”. Tu respuesta anterior ya no se puede usar: {text}',
  gone: 'Ya no preguntamos “{label}”. Tu respuesta anterior ya no es parte de tu solicitud: {text}',
  show: 'Ver',
  mark: 'nueva',
  close: 'Entendido',
} satisfies Translation<typeof formNews.texts>;
