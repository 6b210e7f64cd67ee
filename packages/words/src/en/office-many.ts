import { area } from '../area.ts';

/** Acts on many applications at once. */
export const officeMany = area('office-many', {
  acts: 'With the selected:',
  add_label: 'Label…',
  remove_label: 'Remove a label…',
  assign: 'Assign…',
  mail_again: 'Mail again…',
  extend_deadline: 'Extend the deadline…',
  withdraw: 'Withdraw…',
  title: {
    add_label: 'Add a label',
    remove_label: 'Remove a label',
    assign: 'Assign',
    mail_again: 'Send an email again',
    extend_deadline: 'Extend the deadline',
    withdraw: 'Withdraw',
  },
  label: 'Label',
  to: 'To',
  nobody: 'Nobody',
  mail: 'Email',
  mails: { sign_in: 'Sign-in email (drafts)', receipt: 'Receipt (submitted)' },
  until: 'Until',
  reason: 'Reason',
  reasonHint: 'It is kept in the audit trail with your name.',
  needed: 'Please fill this in.',
  preview: 'See what will happen',
  will: {
    add_label: {
      one: 'This will label 1 application “{what}”.',
      other: 'This will label {count} applications “{what}”.',
    },
    remove_label: {
      one: 'This will take the label “{what}” off 1 application.',
      other: 'This will take the label “{what}” off {count} applications.',
    },
    assign: {
      one: 'This will assign 1 application to {what}.',
      other: 'This will assign {count} applications to {what}.',
    },
    mail_again: { one: 'This will mail 1 person: {what}.', other: 'This will mail {count} people: {what}.' },
    extend_deadline: {
      one: 'This will extend the deadline of 1 applicant until {what}.',
      other: 'This will extend the deadline of {count} applicants until {what}.',
    },
    withdraw: {
      one: 'This will withdraw 1 application. Reason: {what}',
      other: 'This will withdraw {count} applications. Reason: {what}',
    },
  },
  leftOut: { one: '1 is left out:', other: '{count} are left out:' },
  leftOutWhy: '{name}: {why}',
  start: {
    add_label: 'Add the label',
    remove_label: 'Take the label off',
    assign: 'Assign them',
    mail_again: 'Send it again',
    extend_deadline: 'Extend the deadline',
    withdraw: 'Withdraw them',
  },
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  progress: '{done} of {total}',
  done: { one: 'Done: 1 application was changed.', other: 'Done: {count} applications were changed.' },
  waiting: 'Waiting to begin…',
});
