/** The rights of staff; the server's table of rights has those of each role. */
export const RIGHTS = [
  /** Lists, searches and counts applications, within the role's condition. */
  'list',
  /** Reads one application with its documents, prints it, downloads its packet. */
  'read',
  'open_sealed',
  /** Marks as looked at, and writes notes. */
  'note',
  /** Labels, assigns, and sets stages. */
  'assign',
  /** Checks what came, asks for more, and puts papers there. */
  'checklist',
  /** Mails an applicant: a mail again, or a message. */
  'mail_again',
  'extend_deadline',
  /** Reopens, and withdraws on request. */
  'reopen',
  'act_on_many',
  /** Renames labels, and merges one into another. */
  'rename_labels',
  'export',
  'numbers',
  'audit_trail',
  /** Adds and removes people, changes roles, ends sessions. */
  'staff',
] as const;
export type Right = (typeof RIGHTS)[number];

export const STAFF_ROLES = ['reader', 'clerk', 'director', 'auditor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
