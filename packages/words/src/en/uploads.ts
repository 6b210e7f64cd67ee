import { area } from '../area.ts';

/** What became of an upload. */
export const uploads = area('uploads', {
  interrupted: "Your upload here didn't finish. Please choose the file again.",
});
