import { area } from '../area.ts';

/** The page for checking answers before submitting. */
export const review = area('review', {
  intro:
    "This is what you've told us so far. To change an answer, choose its question. You can do that until you submit your application.",
  change: 'Change',
  /** At a question whose error message is just its label. */
  unanswered: 'Not answered yet',
  toSubmit: 'Go to the last page to submit',
  sections: 'On this page',
  showBlank: 'Show the questions I left blank',
  missing: {
    one: '1 answer is missing or needs a correction',
    other: '{count} answers are missing or need a correction',
  },
  unknown:
    "We can't check your answers right now: those that are saved aren't on this page yet. They come back with your connection.",
  nothingMissing: 'Nothing is missing. You can submit your application on the last page.',
  slipsTitle: 'Worth a second look',
  slipsIntro: 'These may be right. You can submit your application either way.',
  gpaAboveScale: 'Your GPA is {gpa}, but the highest one on your scale is {scale}.',
  noFile: 'You chose “{choice}”, but there is no file here yet.',
  sentTitle: "What we'll get",
  sentAnswers: { one: 'Your answer to 1 question.', other: 'Your answers to {count} questions.' },
  document: '{label}: {file}',
  preparing: "{document}. We're still preparing this file. You can go on meanwhile.",
  failed: "{document}. We couldn't use this file. You can see why at its question.",
  noDocuments: 'No documents.',
  notSent: "Not sent: questions you left blank, and questions that don't apply to you.",
  takenTitle: 'No longer asked',
  takenIntro:
    "We changed the form since you answered these questions. Your old answers aren't part of your application anymore. There's nothing you need to do.",
  taken: '{label}: {text}',
  whenSent: 'Nothing is sent until you press Submit Application on the last page.',
});
