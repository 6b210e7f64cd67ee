import type { Translation } from '../area.ts';
import type { formKinds } from '../en/form-kinds.ts';

export const es = {
  tooLong: '{label}: acórtalo de {count} a {limit} caracteres. Todavía no se guardó.',
  documentAttached: 'Hay un documento adjunto.',
  day: '{day} de {month} de {year}',
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
} satisfies Translation<typeof formKinds.texts>;
