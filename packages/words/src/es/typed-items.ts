import type { Translation } from '../area.ts';
import type { typedItems } from '../en/typed-items.ts';

export const es = {
  reply: 'Tu explicación para: {title}',
  replied: 'Tu explicación',
  send: 'Enviar',
  replyNeeded: 'Escribe algo primero.',
  replyTooLong: 'Sobran {over} caracteres. Acórtalo.',
  correct: 'Revisa y corrige tus respuestas aquí abajo. Lo que tenemos no cambia hasta que las envíes.',
  nothingToCorrect: 'Ya no tienes que corregir nada aquí. Envíalo tal como está, para que lo sepamos.',
  sendCorrection: 'Enviar la corrección',
  elsewhere: 'Con esta respuesta también necesitaríamos “{label}”, que no puedes mandar aquí. Escríbenos a {email}.',
  unsent: 'Esto es lo que escribiste. No se mandó.',
  discard: 'Borrar lo que escribí',
} satisfies Translation<typeof typedItems.texts>;
