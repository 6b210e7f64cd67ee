import { area } from '../area.ts';

/** The audit trail and the disclosures. */
export const officeAudit = area('office-audit', {
  title: 'Audit trail',
  intro: 'Who saw, changed, opened, and took what. Nothing here can be changed or deleted.',
  filters: 'Filters',
  person: 'Person',
  everyone: 'Everyone',
  from: 'From',
  to: 'Until',
  allApplications: 'Show all applications',
  column: { at: 'When', by: 'Who', kind: 'What', application: 'Application', detail: 'Details' },
  colleague: 'colleague',
  columns: { one: '1 column', other: '{count} columns' },
  detail: '{name}: {value}',
  older: 'Older',
  newest: 'Newest',
  none: 'No events.',
  backwards: 'No events: the day in “From” is after the day in “Until”.',
  disclosures: 'What left the office',
  noDisclosures: 'Nothing has been exported yet.',
  disclosure: {
    at: 'When',
    by: 'Who',
    format: 'Format',
    rows: 'Rows',
    columns: 'Columns',
    purpose: 'Purpose',
    receiver: 'Receiver',
  },
});
