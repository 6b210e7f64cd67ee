import type { Translation } from '../area.ts';
import type { formKinds } from '../en/form-kinds.ts';

export const es = {
  number: '{label}: escribe un número, por ejemplo {example}.',
  wholeNumber: '{label}: escribe un número entero, por ejemplo {example}.',
  inSteps: '{label}: escribe un número que avance de {step} en {step}, por ejemplo {example}.',
  atLeast: '{label}: escribe un número que no sea menor que {minimum}.',
  atMost: '{label}: escribe un número que no sea mayor que {maximum}.',
  fromTo: '{label}: escribe un número de {minimum} a {maximum}.',
  tooLong: '{label}: acórtalo de {count} a {limit} caracteres. Todavía no se guardó.',
  documentAttached: 'Hay un documento adjunto.',
  day: '{day} de {month} de {year}',
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
} satisfies Translation<typeof formKinds.texts>;
