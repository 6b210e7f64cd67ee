import type { Translation } from '../area.ts';
import type { items } from '../en/items.ts';

export const es = {
  loading: 'Cargando lo que tenemos…',
  unknown: 'En este momento no podemos ver qué tenemos y qué falta.',
  retry: 'Intentar de nuevo',
  complete: 'Ya tenemos todo.',
  lookedAt: 'Revisamos todo lo que llegó hasta el {day}.',
  asked: 'La oficina de admisiones te pide esto',
  state: {
    awaiting: 'Esperamos esto',
    came: 'Llegó el {day}, lo estamos revisando',
    checking: 'Lo estamos revisando',
    accepted: 'Revisado',
    accepted_copy: 'Tenemos una copia; falta el documento oficial',
    returned: 'Mándalo otra vez: {why}',
    waived: 'No hace falta',
    canceled: 'No hace falta',
  },
  neededAgain: 'Lo necesitamos otra vez: {why}',
  from: {
    applicant: 'Tú nos mandas esto aquí.',
    school: 'Tu escuela nos manda esto.',
    test_agency: 'La organización del examen nos manda esto.',
    office: 'La oficina de admisiones se encarga de esto.',
  },
  due: 'Mándalo a más tardar el {day}.',
  wasDue: 'La fecha límite era el {day}. Mándalo lo antes posible.',
  changed: '{title}: {state}',
  papers: 'Lo que mandaste',
  unreadable: 'No podemos usar este archivo.',
  file: 'Tu archivo para: {title}',
  anotherFile: 'Mandar otro archivo',
  copy: 'Mandar una copia que tengo',
} satisfies Translation<typeof items.texts>;
