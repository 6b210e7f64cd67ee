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
  changes: {
    added: 'New question: {name}',
    gone: 'No longer asked: {name}',
    kind_changed: 'Asked in another way: {name} ({after}, before: {before})',
    choice_gone: 'A choice is gone: {name}, “{before}”',
    limit_shorter: 'Takes at most {after}, before {before}: {name}',
    required_now: 'Has to be answered now: {name}',
    condition_narrower: 'Asked of fewer applicants: {name}',
    renamed: 'In another column of exports: {name} ({after}, before: {before})',
  },
});
