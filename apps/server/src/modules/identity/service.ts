export { deleteResetsBefore as deleteExpiredResets } from './repository.ts';
