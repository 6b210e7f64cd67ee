import type { Translation } from '../area.ts';
import type { fileRules } from '../en/file-rules.ts';

export const es = {
  size: 'Tu archivo es demasiado grande. El tamaño máximo es de 1 MB.',
  type: 'Solo puedes usar estos tipos de archivo: {types}',
  name: 'El nombre de tu archivo es demasiado largo. Puede tener como máximo {maximum} caracteres, incluida la extensión.',
  empty: 'Tu archivo está vacío. Sube uno que tenga contenido.',
} satisfies Translation<typeof fileRules.texts>;
