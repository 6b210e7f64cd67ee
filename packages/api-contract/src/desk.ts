/** The part of the contract between the admissions office's app and the server. */
export * from './office.ts';
export * from './office-addresses.ts';
export * from './office-items.ts';
export * from './office-letters.ts';
export * from './office-many.ts';
export * from './rights.ts';
export * from './staff.ts';
