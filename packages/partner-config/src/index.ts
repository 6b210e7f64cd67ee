export * from './partner-config.ts';
export * from './terms.ts';
