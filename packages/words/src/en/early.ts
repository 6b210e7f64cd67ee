import { area } from '../area.ts';

/** Texts of a prerendered page before the app has started. */
export const early = area('early', {
  wait: 'One moment: the page is still loading. What you pressed comes next.',
  lost: "Part of this page couldn't be loaded. Please keep it open: what you type here stays, and we'll keep trying.",
  outdated:
    "This page has been updated. Please reload it to go on. What you've typed here will have to be typed again.",
  noScript: {
    title: 'This application needs JavaScript.',
    text: 'Please turn it on in your browser and reload the page. Until then, nothing that you type here can be saved.',
  },
  /** Information for visitors who haven't typed anything yet. Only prerendered pages contain it, no script does. */
  before: {
    time: "Plan on about 45 minutes. It helps to have your grades, test scores, and your parents' addresses at hand.",
    /** {later}: the next text, once for each further term. */
    closes: 'Applications for {term} close on {day}{later}.',
    later: ', {term} on {day}',
  },
});
