/** The words of the form itself; the questions' own words stand in its definition. */
export const FORM_TEXT = {
  required: 'required',
  chooseOne: 'Choose one',
  noAnswer: '—',
  characterCount: (count: number, limit: number) => `Character count: ${count} / ${limit}`,
  /** Said to screen readers after a pause in typing. */
  charactersUsed: (count: number, limit: number) => `${count} of ${limit} characters used`,
  /** Takes back the answer to a question that may be left out. */
  clear: 'Clear',
  clearOf: (question: string) => `Clear: ${question}`,
  componentNumber: 'No.',
  component: (noun: string, number: number) => `${noun} ${number}`,
  /** On paper: the heading of a component that begins with a heading of its own. */
  componentOf: (component: string, legend: string) => `${component}: ${legend}`,
} as const;

export const REMOVAL_TEXT = {
  /** about: what they were about, such as 'your permanent address'; undefined when the form does not say. */
  answers: (count: number, about?: string) =>
    `We removed ${count} ${count === 1 ? 'answer' : 'answers'}${about === undefined ? '' : ` about ${about}`}.`,
  /** A school's name was typed that is not the list's: what the list had filled in is gone. */
  lookup: 'We cleared the old address.',
  undo: 'Undo',
} as const;

export const SUMMARY_TEXT = {
  title: "We're missing some information!",
  explanation:
    'The links below show what is still to be completed. Missing items are highlighted on each page. Please fix them and resubmit.',
  place: (section: string) => `· ${section}`,
  /** A document that is there, but not converted yet. */
  preparing: (label: string) => `${label}: we're preparing your file, which takes a moment`,
  otherErrors: 'Other items',
} as const;
