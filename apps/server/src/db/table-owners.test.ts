import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '..');
/** The one package that has tables. */
const SCHOOL_SEARCH = '../../../packages/school-search/src/';

/** The owner of each table: the file, or the folder, with all of its queries. */
const OWNERS: Readonly<Record<string, string>> = {
  answer_attic: 'modules/application/row/saved-answers.ts',
  account: 'modules/accounts/account/service.ts',
  successful_login: 'modules/accounts/account/service.ts',
  pending_signup: 'modules/accounts/identity/repository.ts',
  confirmed_signup: 'modules/accounts/identity/repository.ts',
  password_reset: 'modules/accounts/identity/repository.ts',
  email_change: 'modules/accounts/identity/repository.ts',
  session: 'modules/accounts/session/service.ts',
  call_count: 'modules/accounts/limits/calls.ts',
  throttle: 'modules/accounts/limits/failures.ts',
  mail_outbox: 'modules/mail/service.ts',
  application: 'modules/application/row/',
  submission: 'modules/application/row/',
  reopened_submission: 'modules/application/row/',
  application_status: 'modules/application/row/',
  access_token: 'modules/accounts/access-token/service.ts',
  pdf_copy: 'modules/copies/pdf/service.ts',
  document_upload: 'modules/application/uploads/repository.ts',
  item: 'modules/application/items/repository.ts',
  paper: 'modules/application/items/repository.ts',
  helper: 'modules/application/helpers/repository.ts',
  helper_link: 'modules/application/helpers/repository.ts',
  helper_request: 'modules/application/helpers/repository.ts',
  conversion_run: 'modules/application/uploads/conversion-repository.ts',
  document: 'modules/application/uploads/',
  audit_event: 'modules/audit/repository.ts',
  office_reason: 'modules/audit/repository.ts',
  form_release: 'modules/application/releases/',
  school_source: SCHOOL_SEARCH,
  school: SCHOOL_SEARCH,
  school_record: SCHOOL_SEARCH,
  school_word: SCHOOL_SEARCH,
  staff_person: 'modules/accounts/staff/',
  staff_recovery_code: 'modules/accounts/staff/',
  staff_link: 'modules/accounts/staff/',
  staff_session: 'modules/accounts/staff/',
  staff_sign_on: 'modules/accounts/staff/',
  office_application: 'modules/office/list/',
  office_look: 'modules/office/list/',
  office_view: 'modules/office/list/',
  office_export: 'modules/office/export/repository.ts',
  office_export_item: 'modules/office/export/repository.ts',
  office_exported: 'modules/office/export/repository.ts',
  office_many: 'modules/office/many/repository.ts',
  office_many_item: 'modules/office/many/repository.ts',
  office_note: 'modules/office/one-application/repository.ts',
  secret_key: 'modules/operations/secret-key/service.ts',
  schema_migration: 'db/migrate.ts',
};

/** Tables that another file may join, and why. Only the owner writes. */
const JOINS: readonly (readonly [table: string, reader: string, why: string])[] = [
  [
    'account',
    'modules/accounts/session/service.ts',
    'every call needs the session with its email address in one query',
  ],
  ['account', 'modules/application/row/listing.ts', 'a list of applications shows their email addresses in one query'],
  ['application', 'modules/application/uploads/repository.ts', 'a profile reads everything in one query, by account'],
  [
    'account',
    'modules/accounts/identity/repository.ts',
    'reset links and codes must take the same time for known and unknown addresses',
  ],
  ['account', 'modules/application/row/list-row.ts', 'mails about items need the address and the list in one query'],
  ['document', 'modules/application/items/repository.ts', 'a paper is shown with its document in one query'],
  ['application', 'modules/office/list/numbers.ts', 'the statistics count drafts by their last page'],
  ['application', 'modules/office/list/repository.ts', 'the list of drafts shows their last pages'],
  ['office_application', 'modules/application/row/listing.ts', 'a list of applications shows which are withdrawn'],
  ['application', 'modules/office/export/repository.ts', 'an export has columns for each form in it'],
  ['office_application', 'modules/office/export/repository.ts', 'the audit trail names everybody in an export'],
];

/** The one table that two rooms write: the application its answers, the office what it does with it. */
const WRITES_TOO: Readonly<Record<string, string>> = { office_application: 'modules/application/row/list-row.ts' };

interface Query {
  readonly table: string;
  readonly file: string;
  readonly isJoin: boolean;
}

const files = ['', SCHOOL_SEARCH]
  .flatMap((folder) =>
    fs
      .readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => folder + file.replaceAll('\\', '/')),
  )
  .filter((file) => /[.]ts$/.test(file) && !/[.](test|testing|contract)[.]ts$|^testing\//.test(file));

const BUILDER = /\.(insertInto|updateTable|deleteFrom|selectFrom|\w*[jJ]oin)\(\s*'(\w+)/g;
const RAW = /\b(insert into|update|delete from|from|join)\s+(?:only\s+)?(\w+)/gi;
/** Raw SQL: strings that begin with a verb of SQL or follow the sql tag. */
const STRINGS = /sql(?:<[^`]*>)?`[^`]*`|[`'](?:\s|\()*(?:select|insert|update|delete|with)\b[^`']*[`']/gi;

function queriesOf(file: string): readonly Query[] {
  const text = fs.readFileSync(path.join(source, file), 'utf8');
  const built = [...text.matchAll(BUILDER)].map(([, verb = '', table = '']) => ({
    table,
    file,
    isJoin: /join/i.test(verb),
  }));
  const raw = [...text.matchAll(STRINGS)].flatMap(([statement]) =>
    [...statement.matchAll(RAW)].map(([, , table = '']) => ({ table, file, isJoin: false })),
  );
  return [...built, ...raw].filter(({ table }) => Object.hasOwn(OWNERS, table));
}

const queries = files.flatMap(queriesOf);

test('each table of the migrations has an owner', () => {
  const migrations = fs.readdirSync(path.join(source, 'db/migrations'));
  const made = migrations.flatMap((name) =>
    [
      ...fs
        .readFileSync(path.join(source, 'db/migrations', name), 'utf8')
        .matchAll(/^create (?:unlogged )?table (\w+)/gm),
    ].map(([, table = '']) => table),
  );
  expect([...made, 'schema_migration'].sort()).toEqual(Object.keys(OWNERS).sort());
});

test('only the owner of a table names it in queries', () => {
  const foreign = queries.filter(({ table, file, isJoin }) => {
    const isAllowed = JOINS.some(([joined, reader]) => joined === table && reader === file);
    return !file.startsWith(OWNERS[table] ?? '') && WRITES_TOO[table] !== file && !(isJoin && isAllowed);
  });
  expect(foreign).toEqual([]);
  const named = new Set(
    queries.filter(({ table, file }) => file.startsWith(OWNERS[table] ?? '')).map((query) => query.table),
  );
  expect(Object.keys(OWNERS).filter((table) => !named.has(table))).toEqual([]);
  expect(
    JOINS.filter(([table, reader]) => !queries.some((query) => query.table === table && query.file === reader)),
  ).toEqual([]);
});
