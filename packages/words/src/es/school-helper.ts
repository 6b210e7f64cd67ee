import type { Translation } from '../area.ts';
import type { schoolHelper } from '../en/school-helper.ts';

export const es = {
  title: 'Quién manda tus documentos escolares',
  nobody:
    'Todavía no se lo has pedido a nadie. Danos el nombre y el correo electrónico de tu consejero escolar y le mandaremos un enlace para enviar tus documentos.',
  mailed: 'Le mandamos un enlace a {to} el {day}.',
  notMailed: 'Todavía no pudimos escribirle a {to}. Manda el enlace otra vez más tarde.',
  sent: '{name} nos mandó lo que pedimos.',
  declined: '{name} nos dijo que no puede mandar tus documentos. Pídeselo a otra persona.',
  wrongPerson: '{name} nos dijo que no es la persona indicada. Pídeselo a otra persona.',
  again: 'Mandarlo otra vez',
  againAt: 'A partir de las {time} puedes mandarlo otra vez.',
  askOther: 'Pedírselo a otra persona',
  ask: 'Pedírselo a alguien',
  name: 'El nombre de esa persona',
  email: 'El correo electrónico de esa persona',
  emailHint: 'De alguien de tu escuela. No puede ser el tuyo ni el de tu familia.',
  nameNeeded: 'Escribe un nombre.',
  emailNeeded: 'Escribe un correo electrónico.',
  send: 'Mandarle un enlace',
  cancel: 'Cancelar',
} satisfies Translation<typeof schoolHelper.texts>;
