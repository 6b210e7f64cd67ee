import { area } from '../area.ts';

/** The page about accessibility. Its day is the day of docs/accessibility.md. */
export const accessibility = area('accessibility', {
  title: 'Accessibility',
  intro:
    'This application is for everybody. It is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA, in English and in Spanish.',
  checked:
    'It was last checked by those who made it on November 28, 2026: every page with a testing program, by keyboard alone, with text twice as large, and on a narrow screen.',
  gapsTitle: "What isn't done yet",
  gaps: {
    readers: 'Nobody has gone through it with a screen reader yet.',
    missing: 'The message at a question that is missing an answer is only the name of the question.',
    pdf: 'The PDF copy has tags, headings, and a language, but no PDF/UA program has checked it.',
  },
  contact: "Is something hard to use, or not possible for you? Tell us, and we'll find another way together:",
  page: 'How accessible is this application?',
});
