export * from './office-config.ts';
export * from './partner-config.ts';
export * from './terms.ts';
