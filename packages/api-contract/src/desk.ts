/** What the admissions office's app and its server share, apart from the applicants' part of the contract. */
export type { AuditKind } from './audit-kinds.ts';
export * from './office.ts';
export * from './office-addresses.ts';
export * from './office-many.ts';
export * from './rights.ts';
export * from './staff.ts';
