export * from './office-config.ts';
export * from './partner-config.ts';
export * from './partner-words.ts';
export * from './terms.ts';
