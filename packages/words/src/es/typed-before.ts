import type { Translation } from '../area.ts';
import type { typedBefore } from '../en/typed-before.ts';

export const es = {
  line: {
    one: 'Antes de que iniciaras sesión, aquí se escribió 1 respuesta distinta de la tuya.',
    other: 'Antes de que iniciaras sesión, aquí se escribieron {count} respuestas distintas de las tuyas.',
  },
  look: 'Ver',
  use: { one: 'Usarla', other: 'Usarlas' },
  keep: 'Conservar las mías',
  taken: {
    one: 'Pusimos la respuesta que se escribió antes de que iniciaras sesión.',
    other: 'Pusimos las respuestas que se escribieron antes de que iniciaras sesión.',
  },
  undo: 'Deshacer',
  title: 'Respuestas escritas antes de que iniciaras sesión',
  own: 'Tu respuesta',
  typed: 'Escrita aquí',
  none: 'Sin respuesta',
} satisfies Translation<typeof typedBefore.texts>;
