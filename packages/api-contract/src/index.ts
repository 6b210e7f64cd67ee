export * from './application.ts';
export * from './call.ts';
export * from './client-errors.ts';
export * from './documents.ts';
export * from './errors.ts';
export * from './identity.ts';
export * from './identity-rules.ts';
