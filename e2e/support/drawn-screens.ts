import { button, type Screen } from './screen-steps.ts';

/** Screens that are only drawn: their parts are in those above, or axe reads them in the walk that leads to them. */
export const DRAWN_ONLY: readonly Screen[] = [
  { name: 'change-email', role: 'beginner', path: '/email' },
  { name: 'review-filled', role: 'applicant', path: '/review' },
  {
    name: 'education-folded',
    role: 'applicant',
    path: '/education',
    prepare: async (page) => {
      for (const section of ['High school', 'Grades', 'Tests']) await button(page, 'Hide', section).click();
    },
  },
];
