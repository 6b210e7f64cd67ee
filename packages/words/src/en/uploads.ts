import { area } from '../area.ts';

/** Outcomes of an upload. */
export const uploads = area('uploads', {
  interrupted: "Your upload here didn't finish. Please choose the file again.",
});
