import { area } from '../area.ts';

/** What an application needs beside its answers, on the screen after submitting. */
export const items = area('items', {
  loading: 'Loading what we have…',
  unknown: "We can't see right now what we have and what is still missing.",
  retry: 'Try again',
  complete: 'We have everything.',
  lookedAt: 'Everything that came until {day} has been looked at.',
  asked: 'The admissions office asks you for this',
  state: {
    awaiting: 'Waiting for this',
    came: 'Came on {day}, being checked',
    checking: 'Being checked',
    accepted: 'Checked',
    accepted_copy: 'We have a copy; the official one is still to come',
    returned: 'Please send it again: {why}',
    waived: 'Not needed',
    canceled: 'Not needed',
  },
  neededAgain: 'We need this again: {why}',
  from: {
    applicant: 'You send this to us here.',
    school: 'Your school sends this to us.',
    test_agency: 'The testing agency sends this to us.',
    office: 'The admissions office takes care of this.',
  },
  due: 'Please send it by {day}.',
  wasDue: 'It was due on {day}. Please send it as soon as you can.',
  changed: '{title}: {state}',
  papers: 'What you sent',
  unreadable: "We can't use this file.",
  file: 'Your file for: {title}',
  anotherFile: 'Send another file',
  copy: 'Send a copy that you have',
});
