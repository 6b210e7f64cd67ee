import type { Translation } from '../area.ts';
import type { uploads } from '../en/uploads.ts';

export const es = {
  interrupted: 'Tu archivo no terminó de subir. Elígelo otra vez.',
} satisfies Translation<typeof uploads.texts>;
