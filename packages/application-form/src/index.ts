export * from './engine/index.ts';
export * from './form/index.ts';
export * from './partner-config.ts';
export * from './terms.ts';
