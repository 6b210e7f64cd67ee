import { area } from '../area.ts';

/** The form pages, without the words of the questions, which are in the form's definition. */
export const formPage = area('form-page', {
  required: 'required',
  chooseOne: 'Choose one',
  characterCount: 'Character count: {count} / {limit}',
  /** Said to screen readers after a pause in typing. */
  charactersUsed: '{count} of {limit} characters used',
  wordCount: 'Word count: {count} / {limit}',
  wordsUsed: '{count} of {limit} words used',
  /** Takes back the answer to a question that may be left out. */
  clear: 'Clear',
  clearOf: 'Clear: {question}',
  component: '{noun} {number}',
  addAnother: 'Add Another {noun}',
  added: '{noun} {number} added',
  addAnotherError: 'Error adding another {id}',
  removed: { one: 'We removed {count} answer.', other: 'We removed {count} answers.' },
  removedAbout: { one: 'We removed {count} answer about {about}.', other: 'We removed {count} answers about {about}.' },
  /** A school's name was typed that is not the list's: what the list had filled in is gone. */
  clearedAddress: 'We cleared the old address.',
  undo: 'Undo',
  summaryTitle: "We're missing some information!",
  summary:
    'The links below show what is still to be completed. Missing items are highlighted on each page. Please fix them and resubmit.',
  place: '· {section}',
  /** A document that is there, but not converted yet. */
  preparing: "{label}: we're preparing your file, which takes a moment",
  otherErrors: 'Other items',
  left: { one: '1 question left', other: '{count} questions left' },
  complete: 'Complete',
  hide: 'Hide',
  show: 'Show',
  /** The title holds the id, as that of Add Another does (AMB-114); the words of the tab are below it. */
  tabError: 'Error handling tabs for {tab}',
  tabErrorAt: '{tab}: {reason}',
  documentNeedsAccount: 'This question can be finished once you have created an account.',
  /** What the arrow at a link says to eyes, for ears. */
  newTab: '(opens in a new tab)',
  loading: 'Loading…',
  documentNotLoaded: "We couldn't load this question. Please reload the page; your answers are kept.",
});
