/** What `help` prints: every command with its options. */
export const OPERATOR_HELP = `Operator commands. Those for links print one link; whoever has it can use it until it expires.

  temporary-application --answers FILE [--days N]
      A link that opens an application with some answers filled in.
      FILE is a JSON object of question keys and answers. It lasts 30 days unless --days (1 to 365) says otherwise.

  service-link --application EMAIL|ID [--minutes N]
      A link to the read-only view of one application, for staff; its use is audited.
      It lasts 15 minutes unless --minutes (1 to 1440) says otherwise.

  packet --application EMAIL|ID --out FILE
      Writes the packet for the office: the application's PDF, then each uploaded document behind a divider; audited.
      FILE must be new. Run it where a worker could run: the command prints what was not printed yet.

  applications list [--status STATUS,…] [--since DATE] [--limit N]
      The newest applications: status, since when, term, name, address, confirmation number, id; audited.
      STATUS is none, started, validating, submitted or all, and all unless --status says otherwise. It prints
      100 lines unless --limit (1 to 100000) says otherwise.

  applications find TEXT
      The applications with this text in their name or email address, or with this confirmation number or id; audited.

  export --format csv|csv-exact|jsonl|packets --out FOLDER [--status STATUS,…] [--since DATE] [--form FORM]
         [--with-sealed]
      Writes applications, the submitted ones unless --status says otherwise, into FOLDER: one row each with a data
      dictionary (csv for a spreadsheet, csv-exact and jsonl for programs), or a folder each with the text, the PDF and
      the documents, and an index of them; audited. FOLDER must be new. An export that broke off goes on when it is run
      again. --since takes those submitted (others: changed) from then on, --form those to another form than the first.
      Sealed answers, such as social security numbers, are left out of rows unless --with-sealed is given.
      For packets run it where a worker could run: the command prints what was not printed yet.

  mail list [--limit N]
      The newest emails that were not sent, and why. It prints 100 lines unless --limit (1 to 100000) says otherwise.

  mail retry [ID …]
      Sends those that wait, all or these, now. It also takes those that the mail server refused.

  check
      Says for each part (address, database, mail, files, walls, partner, backups, …) whether it is ready for applicants,
      and what to do where it is not. Ends with exit code 1 when something is missing.

  backup FOLDER
      Copies database and stored files, as they are at one moment, into FOLDER while the product runs. FOLDER must be
      new. The secret key is not in it: keep it with the backup, but apart from it.

  restore FOLDER
      Puts a backup back into an empty database and its files into the store, all of it or nothing.

  conversions [--days N]
      How uploaded documents were converted: counts and seconds by kind of file and outcome, without names of files or people.
      Of the last 7 days unless --days (1 to 30) says otherwise.

  rotate-key
      Seals every sealed answer with SECRET_KEY, while the product runs, so that SECRET_KEY_PREVIOUS can go.
      Stopped in the middle, it goes on when it is run again.

  person export EMAIL [--out FILE]
      Writes all that is held about a person to a zip file: rows in JSON, documents, PDF copies, mails; audited.
      FILE must be new; it is person-export.zip unless --out says otherwise.

  person delete EMAIL [--yes]
      Says what would be deleted of a person, and what the audit trail keeps. With --yes it is deleted for good.

  staff add EMAIL --name NAME --role ROLE
      Lets somebody of the admissions office come in as reader, clerk, director or auditor, or in a role of
      partners/<slug>/office.ts, and prints a link that sets a password and an authenticator app, once, within two days.

  staff list
  staff remove EMAIL
  staff end-sessions EMAIL
      Who may come in; takes somebody's access away at once; signs somebody out everywhere; all audited.

  office rebuild
      Rebuilds the office's list of applications while the product runs. Needed after the update that brought the list,
      and after changing which question of a form has which role. What the office has written itself stays.

  audit [--account EMAIL] [--since DATE] [--limit N]
      Reads the audit trail, oldest first: who did what, when, from where. DATE is a day or a moment in UTC, such as
      2026-11-21 or 2026-11-21T15:30. It prints the newest 100 lines unless --limit (1 to 100000) says otherwise.

  import-schools FILE … [--dry-run] [--format ccd|pss|ipeds|csv|ceeb] [--category high-school|college]
                        [--source NAME] [--layout code:1-6,name:7-36,…]
      Imports public lists of schools and colleges for the lookups: NCES public and private schools, IPEDS colleges,
      the College Board's codes (--format ceeb), or any CSV with the columns name, city and state.
      The header tells the format. A newer edition of a source replaces the older one. docs/lookup.md says more.

  rebuild-lookup
      Rebuilds the school search after an update of the product that changed its abbreviations or nicknames.

They use DATABASE_MIGRATION_URL or DATABASE_URL, else the database in DATA_DIR, and PUBLIC_URL for the link's address.`;
