export type { IdentityDependencies } from './dependencies.ts';
export { lockAddress } from './repository.ts';
export { issueReset } from './reset.ts';
