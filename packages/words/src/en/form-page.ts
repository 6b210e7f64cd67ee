import { area } from '../area.ts';

/** The form pages, without the words of the questions, which are in the form's definition. */
export const formPage = area('form-page', {
  required: 'required',
  chooseOne: 'Choose one',
  /** Read by screen readers before the errors of a question. */
  errorMark: 'Error:',
  characterCount: 'Character count: {count} / {limit}',
  /** Announced to screen readers after a pause in typing. */
  charactersUsed: '{count} of {limit} characters used',
  wordCount: 'Word count: {count} / {limit}',
  wordsUsed: '{count} of {limit} words used',
  /** Clears the answer to an optional question. */
  clear: 'Clear',
  clearOf: 'Clear: {question}',
  component: '{noun} {number}',
  addAnother: 'Add Another {noun}',
  added: '{noun} {number} added',
  addAnotherError: 'Error adding another {id}',
  removed: { one: 'We removed {count} answer.', other: 'We removed {count} answers.' },
  removedAbout: { one: 'We removed {count} answer about {about}.', other: 'We removed {count} answers about {about}.' },
  /** When a typed name replaces a school from the list, whose address is cleared. */
  clearedAddress: 'We cleared the old address.',
  undo: 'Undo',
  summaryTitle: "We're missing some information!",
  summary:
    'The links below show what is still to be completed. Missing items are highlighted on each page. Please fix them and resubmit.',
  place: '· {section}',
  /** A document that is uploaded, but not converted yet. */
  preparing: "{label}: we're preparing your file, which takes a moment",
  otherErrors: 'Other items',
  left: { one: '1 question left', other: '{count} questions left' },
  complete: 'Complete',
  hide: 'Hide',
  show: 'Show',
  /** The title contains the id, like that of Add Another (AMB-114); the name of the tab is below it. */
  tabError: 'Error handling tabs for {tab}',
  tabErrorAt: '{tab}: {reason}',
  documentNeedsAccount: 'This question can be finished once you have created an account.',
  /** The meaning of the arrow beside a link, for screen readers. */
  newTab: '(opens in a new tab)',
  loading: 'Loading…',
  documentNotLoaded: "We couldn't load this question. Please reload the page; your answers are kept.",
});
