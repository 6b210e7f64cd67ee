import { area } from '../area.ts';

/** What a visitor is told before anything is typed. Only in the pages of the build: no script holds these words. */
export const beforeYouStart = area('before-you-start', {
  time: "Plan on about 45 minutes. It helps to have your grades, test scores, and your parents' addresses at hand.",
  /** {later}: the next one for each further term. */
  closes: 'Applications for {term} close on {day}{later}.',
  later: ', {term} on {day}',
});
