import { area } from '../area.ts';

/** The staff page. */
export const officeStaff = area('office-staff', {
  title: 'Staff',
  column: { name: 'Name', email: 'Email', role: 'Role', seen: 'Last seen', state: 'Access', acts: 'Actions' },
  roleName: { reader: 'Reader', clerk: 'Clerk', director: 'Director', auditor: 'Auditor' },
  roles: {
    reader: 'Reader: reads submitted applications and writes notes',
    clerk: 'Clerk: also labels, assigns, mails, and extends deadlines',
    director: 'Director: everything, exports and staff included',
    auditor: 'Auditor: the audit trail and numbers only',
  },
  /** Beside a role that no director of the office chose. */
  fromUniversity: 'from your university',
  never: 'Never',
  isSetUp: 'Set up',
  notSetUp: 'Link not used yet',
  sessions: { one: 'signed in on 1 device', other: 'signed in on {count} devices' },
  add: 'Add somebody',
  addTitle: 'Add somebody to the office',
  email: 'Email',
  name: 'Name',
  role: 'Role',
  save: 'Save',
  close: 'Close',
  needed: 'Please fill this in.',
  change: 'Change',
  changeTitle: 'Change {name}',
  newLink: 'New link',
  endSessions: 'End sessions',
  ended: { one: '1 session was ended.', other: '{count} sessions were ended.' },
  remove: 'Remove',
  removeTitle: 'Remove {name}?',
  removeText: 'Their access ends at once. What they did stays in the audit trail.',
  removeConfirm: 'Remove',
  addedToSignOn: '{name} can sign in with their university account now.',
  linkTitle: 'Link for {name}',
  linkText:
    'It was emailed to them, and you can give it to them, too. It works once, until {moment}, and sets their password and authenticator app.',
  /** In the response with a new link, for other programs. */
  handOver: 'Give this link to the person it is for.',
  copy: 'Copy the link',
  copied: 'Copied.',
  you: 'you',
});
