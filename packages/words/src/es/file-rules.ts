import type { Translation } from '../area.ts';
import type { fileRules } from '../en/file-rules.ts';

export const es = {
  size: 'Tu archivo es demasiado grande. El tamaño máximo es de 1 MB.',
  type: 'Solo puedes usar estos tipos de archivo: {types}',
  name: 'El nombre de tu archivo es demasiado largo. Puede tener como máximo {maximum} caracteres, incluida la extensión.',
  empty: 'Tu archivo está vacío. Sube uno que tenga contenido.',
} satisfies Translation<typeof fileRules.texts>;

/** For adults at a school. */
export const usted = {
  size: 'Este archivo es demasiado grande. El tamaño máximo es de 1 MB.',
  type: 'Solo puede usar estos tipos de archivo: {types}',
  name: 'El nombre de este archivo es demasiado largo. Puede tener como máximo {maximum} caracteres, incluida la extensión.',
  empty: 'Este archivo está vacío. Suba uno que tenga contenido.',
} satisfies Translation<typeof fileRules.texts>;
