export { type ActDependencies, labelsAfter, mailOnce, requireColleague } from './acts.ts';
export { selectNotes as listNotes } from './repository.ts';
