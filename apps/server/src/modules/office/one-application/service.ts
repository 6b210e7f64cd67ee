export { selectNotes as listNotes } from './repository.ts';
