import type { Translation } from '../area.ts';
import type { lookup } from '../en/lookup.ts';

export const es = {
  hs_ceeb: {
    list: 'Escuelas sugeridas',
    found: {
      one: 'Se encontró 1 escuela. Usa las flechas hacia arriba y hacia abajo para elegir.',
      other: 'Se encontraron {count} escuelas. Usa las flechas hacia arriba y hacia abajo para elegir.',
    },
    none: 'No se encontró ninguna escuela. Puedes seguir escribiendo.',
    cannotFind: 'No encuentro mi escuela',
  },
  college_ceeb: {
    list: 'Universidades sugeridas',
    found: {
      one: 'Se encontró 1 universidad. Usa las flechas hacia arriba y hacia abajo para elegir.',
      other: 'Se encontraron {count} universidades. Usa las flechas hacia arriba y hacia abajo para elegir.',
    },
    none: 'No se encontró ninguna universidad. Puedes seguir escribiendo.',
    cannotFind: 'No encuentro mi universidad',
  },
  address: {
    list: 'Direcciones sugeridas',
    found: {
      one: 'Se encontró 1 dirección. Usa las flechas hacia arriba y hacia abajo para elegir.',
      other: 'Se encontraron {count} direcciones. Usa las flechas hacia arriba y hacia abajo para elegir.',
    },
    none: 'No se encontró ninguna dirección. Puedes seguir escribiendo.',
  },
  cannotFindHint: 'Deja lo que escribiste y llena lo demás por tu cuenta.',
  filled: 'Llenamos los datos que tenemos. Revísalos.',
  fills: {
    city: 'Ciudad y estado',
    zip: 'Ciudad, estado y código postal',
  },
} satisfies Translation<typeof lookup.texts>;
