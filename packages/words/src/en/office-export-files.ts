import { area } from '../area.ts';

/** Texts inside exported files. */
export const officeExportFiles = area('office-export-files', {
  /** Columns that aren't answers, by name. */
  facts: {
    application_id: 'Id of the application.',
    confirmation_number: 'Given at the submission; empty before.',
    status: 'none, started, validating, submitted or withdrawn.',
    submitted_at: 'Moment of the submission in UTC (ISO 8601); empty before.',
    account_email: 'Address that the applicant logs in with.',
    form_version: 'Which form was filled in: another question or option makes another version.',
    season: 'Season that the application is for.',
    other_answers: 'Answers to questions of an earlier version of the form, as a JSON object.',
    items: 'What the application needs beside its answers, and where each stands, as a JSON array.',
  },
  stage: 'Stage in your office; empty for none. {stages}',
  /** Columns of a question, by their content. */
  answers: {
    document: 'ANSWERED when there is a document.',
    fileName: 'Name of the file that was uploaded.',
    choice: 'Value of the choice; {column} has its words.',
    chosenWords: 'What the applicant read and chose.',
    check: 'true or false; empty when it was not touched.',
    text: 'As the applicant typed it.',
  },
  yes: 'Yes',
  no: 'No',
  /** Titles and sheets of the workbook for people. */
  people: {
    applications: 'Applications',
    columns: 'Columns',
    about: 'About',
    number: 'Confirmation number',
    name: 'Name',
    submitted: 'Submitted',
    email: 'Account email',
    stage: 'Stage',
    university: 'University',
    made: 'Exported',
    by: 'By',
    purpose: 'Purpose',
    count: 'Applications',
    filter: 'Filter',
    noFilter: 'None: all submitted applications',
    /** Headings that columns are offered under; those of answers are sections of the form. */
    groups: {
      who: 'Who it is',
      office: 'What the office did',
      programs: 'For programs',
      blocks: 'Repeated entries, on sheets of their own',
    },
    office: {
      labels: 'Labels',
      assigned: 'Assigned to',
      looked_at: 'Looked at',
      withdrawn: 'Withdrawn',
      extended: 'Deadline extended until',
      checklist: 'Checklist',
      residence: 'Residence',
      language: 'Language of the application',
    },
  },
  /** The sheet with a row for each thing that an application needs. */
  items: {
    sheet: 'Items',
    item: 'Item',
    source: 'From',
    state: 'State',
    came: 'Came',
    due: 'Needed by',
    since: 'State since',
    sources: { applicant: 'Applicant', school: 'School', test_agency: 'Test agency', office: 'Office' },
    states: {
      awaiting: 'Awaited',
      came: 'To check',
      accepted: 'Accepted',
      accepted_copy: 'Copy accepted',
      returned: 'To be sent again',
      waived: 'Waived',
      canceled: 'Canceled',
    },
  },
  tab: 'Which tab was open: {legend}',
  entries: 'How many entries were shown ({noun} 1 to {most}).',
  /** The head of an application as plain text. */
  confirmationNumber: 'Confirmation number: {number}',
  submitted: 'Submitted: {moment}',
  notSubmitted: 'Not submitted',
});
