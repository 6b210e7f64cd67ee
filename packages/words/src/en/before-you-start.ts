import { area } from '../area.ts';

/** Information for visitors who haven't typed anything yet. Only prerendered pages contain it, no script does. */
export const beforeYouStart = area('before-you-start', {
  time: "Plan on about 45 minutes. It helps to have your grades, test scores, and your parents' addresses at hand.",
  /** {later}: the next text, once for each further term. */
  closes: 'Applications for {term} close on {day}{later}.',
  later: ', {term} on {day}',
});
