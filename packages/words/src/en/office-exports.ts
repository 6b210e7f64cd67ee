import { area } from '../area.ts';

/** Exports of rows and packets. */
export const officeExports = area('office-exports', {
  title: 'Exports',
  new: 'New export',
  format: 'Format',
  formats: {
    people_xlsx: 'For people: a workbook for Excel or LibreOffice',
    machine_csv: 'For a system: CSV, exact values',
    machine_jsonl: 'For a system: JSON lines, exact values',
    packets: 'Packets: a PDF of each application with its documents',
  },
  limits: {
    people_xlsx: 'Up to 5,000 applications. For more, take CSV or narrow the list.',
    machine_csv: 'Without sealed answers.',
    machine_jsonl: 'Without sealed answers.',
    packets: 'Up to 500 at once: each is printed. Sealed answers are in the prints.',
  },
  which: 'Which applications',
  all: 'All submitted applications',
  ofList: 'Those of the list you came from',
  sinceLast: "Only what isn't in an export of this kind that was downloaded",
  purpose: 'What is it for?',
  purposeHint: 'It is kept in the record of what left the office.',
  purposeNeeded: 'Please say what it is for.',
  receiver: 'Who gets it, if not the office itself',
  counting: 'Counting…',
  count: { one: '1 application will be in it.', other: '{count} applications will be in it.' },
  start: 'Start the export',
  started: 'The export has started. It appears below.',
  list: 'Exports of the last seven days',
  none: 'There are no exports yet.',
  column: { asked: 'Requested', by: 'By', format: 'Format', purpose: 'Purpose', rows: 'Rows', state: 'State' },
  state: {
    waiting: 'Waiting',
    running: 'Running, {done} so far',
    failed: 'Failed. Please start it again.',
  },
  download: 'Download',
  expired: 'No longer kept',
});
