/** The words of the page on which answers are checked before they are submitted. */
export const REVIEW_TEXT = {
  intro: "This is what you've told us so far. You can change any answer until you submit your application.",
  change: 'Change',
  /** At a question whose label alone is its message. */
  unanswered: 'Not answered yet',
  toSubmit: 'Go to the last page to submit',
  sections: 'On this page',
  showBlank: 'Show the questions I left blank',
  missing: {
    title: (count: number) =>
      count === 1 ? '1 answer is missing or needs a correction' : `${count} answers are missing or need a correction`,
    unknown:
      "We can't check your answers right now: those that are saved aren't on this page yet. They come back with your connection.",
    none: 'Nothing is missing. You can submit your application on the last page.',
  },
  slips: {
    title: 'Worth a second look',
    intro: 'These may be right. You can submit your application either way.',
    gpa: (gpa: string, scale: string) => `Your GPA is ${gpa}, but the highest one on your scale is ${scale}.`,
  },
  sent: {
    title: "What we'll get",
    answers: (count: number) => (count === 1 ? 'Your answer to 1 question.' : `Your answers to ${count} questions.`),
    document: (label: string, file: string) => (file === '' ? label : `${label}: ${file}`),
    preparing: (label: string, file: string) =>
      `${label}${file === '' ? '' : `: ${file}`}. We're still preparing this file. You can go on meanwhile.`,
    failed: (label: string, file: string) =>
      `${label}${file === '' ? '' : `: ${file}`}. We couldn't use this file. You can see why at its question.`,
    noDocuments: 'No documents.',
    not: "Not sent: questions you left blank, and questions that don't apply to you.",
    when: 'Nothing is sent until you press Submit Application on the last page.',
  },
} as const;
