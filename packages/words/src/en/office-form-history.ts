import { area } from '../area.ts';

/** The changes in releases of the form. */
export const officeFormHistory = area('office-form-history', {
  title: 'The form, release by release',
  intro:
    'What applicants are asked, and what changed when. Submitted applications stay as they were sent; drafts are brought to the newest form when they are opened.',
  none: 'No form has been released yet.',
  release: 'Release {number}',
  serves: 'Applicants see this one',
  first: 'The first one.',
  wordsOnly: 'The same questions, in other words or in another order.',
  drafts: {
    one: 'An answer was set aside in 1 draft so far. It comes back if this release is taken back.',
    other: 'Answers were set aside in {count} drafts so far. They come back if this release is taken back.',
  },
  changes: {
    added: 'New question: {name}',
    key_gone: 'No longer asked: {name}',
    document_gone: 'No longer asked for: {name}',
    kind_changed: 'Asked in another way: {name} ({after}, before: {before})',
    choice_gone: 'A choice is gone: {name}, “{before}”',
    limit_shorter: 'Takes {after} characters, before {before}: {name}',
    required_now: 'Has to be answered now: {name}',
    condition_narrower: 'Asked of fewer applicants: {name}',
    tabs_gone: 'These ways to answer are gone: {name}',
    tab_gone: 'A way to answer is gone: {name}',
    repeater_gone: 'No longer asked more than once: {name}',
    repeater_shorter: 'Takes {after} entries, before {before}: {name}',
    page_gone: 'This page is gone: {name}',
    renamed: 'In another column of exports: {name} ({after}, before: {before})',
  },
});
