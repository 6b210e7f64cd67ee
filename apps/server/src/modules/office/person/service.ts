import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { packZip } from '@firstyear/document-converter/pack-zip';
import { type MailFile, readMailFiles } from '../../../adapters/mailer/mail-folder.ts';
import { deleteRows } from '../../../db/listed-tables.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { deleteJobs } from '../../../jobs/job-rows.ts';
import { deleteTokensAbout } from '../../accounts/access-token/service.ts';
import { deleteAccount } from '../../accounts/account/service.ts';
import { lockAddress } from '../../accounts/identity/service.ts';
import { forgetAddress } from '../../accounts/limits/failures.ts';
import { forgetHelper } from '../../application/items/service.ts';
import { findApplicationsByEmail, lockApplicationById } from '../../application/row/application.ts';
import { audit, operatorActor } from '../../audit/service.ts';
import { deleteMailsOfNobody } from '../../mail/service.ts';
import { countExportsOf, withdrawExports } from '../export/service.ts';
import { collectHoldings, type Holdings, type HoldingsDependencies, isUnknown } from './holdings.ts';

export { HELD_TABLES } from './holdings.ts';

interface PersonDependencies extends HoldingsDependencies {
  readonly clock: () => Date;
  /** The user who runs the command, for the audit trail. */
  readonly operator: string;
  /** The folder of mails when there is no mail server. */
  readonly mailFolder: string;
}

/** Everything held about a person, with their mails in the mail folder. */
export interface Person {
  readonly holdings: Holdings;
  readonly mailFiles: readonly MailFile[];
  /** The office's exports with the person's applications, which a deletion takes away. */
  readonly exports: number;
}

/** The person with an address (in lower case). Undefined when nothing is held about it. */
export async function findPerson(deps: PersonDependencies, email: string): Promise<Person | undefined> {
  const holdings = await collectHoldings(deps, email);
  const files = await Promise.all(holdings.addresses.map((address) => readMailFiles(deps.mailFolder, address)));
  const mailFiles = files.flat();
  if (isUnknown(holdings) && mailFiles.length === 0) return undefined;
  const ids = holdings.applications.map(({ id }) => id);
  return { holdings, mailFiles, exports: await countExportsOf(deps.db, ids) };
}

/** Applications of two seasons may have files with the same name, so the second gets a number. */
function freeName(taken: ReadonlyMap<string, unknown>, name: string): string {
  const { dir, name: stem, ext } = path.parse(name);
  for (let number = 2, free = name; ; number++) {
    if (!taken.has(free)) return free;
    free = `${dir}/${stem}-${number}${ext}`;
  }
}

async function readFiles(deps: PersonDependencies, person: Person): Promise<ReadonlyMap<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  for (const { key, name, isWaived } of person.holdings.files) {
    if (isWaived) continue;
    const file = await deps.objects.get(key);
    if (file) entries.set(freeName(entries, name), await buffer(file.stream));
  }
  for (const [index, { content }] of person.mailFiles.entries()) {
    entries.set(`mails/${String(index + 1).padStart(4, '0')}.eml`, content);
  }
  return entries;
}

/**
 * Everything held about a person as a zip file: person.json with the rows by table, sealed answers opened and without
 * hashes, and documents, PDF copies and mails, without letters that the applicant has waived the right to see. Audited.
 */
export async function exportPerson(
  deps: PersonDependencies,
  person: Person,
): Promise<{ readonly content: Buffer; readonly files: number }> {
  const { email, rows, account } = person.holdings;
  const files = await readFiles(deps, person);
  const now = deps.clock();
  const waived = person.holdings.files.filter(({ isWaived }) => isWaived).map(({ name }) => name);
  const json = JSON.stringify(
    { email, exported_at: now.toISOString(), held: rows, ...(waived.length > 0 && { left_out_as_waived: waived }) },
    undefined,
    2,
  );
  if (account) {
    await audit(deps.db, { kind: 'person_exported', by: operatorActor(deps), accountId: account.id, at: now });
  }
  return { content: packZip(new Map([['person.json', Buffer.from(`${json}\n`)], ...files])), files: files.size };
}

/**
 * Deletes everything held about a person except the audit trail: files first, the office's exports among them, then every row in one transaction, so that a
 * deletion that fails in the store can be repeated. Audited. Returns the deleted person, or undefined if nothing was held.
 */
export async function deletePerson(deps: PersonDependencies, email: string): Promise<Person | undefined> {
  const person = await inTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email);
    // Calls of the person wait, so that they add nothing to what is deleted.
    for (const { id } of await findApplicationsByEmail(tx, email)) await lockApplicationById(tx, id);
    const held = await findPerson({ ...deps, db: tx }, email);
    if (!held) return undefined;
    const { account, addresses, applications, files, jobIds, callSubjects } = held.holdings;
    const ids = applications.map(({ id }) => id);
    const exported = await withdrawExports(tx, ids);
    await Promise.all([...files.map(({ key }) => key), ...exported].map((key) => deps.objects.delete(key)));
    await deleteJobs(tx, jobIds);
    await deleteTokensAbout(tx, email, ids);
    await deleteRows(tx, 'pending_signup', 'email', [email]);
    // The papers that somebody has sent as a helper stay with their applications.
    await deleteRows(tx, 'helper', 'email', [email]);
    await forgetHelper(tx, email);
    await deleteRows(tx, 'call_count', 'subject', callSubjects);
    if (account) {
      const by = operatorActor(deps);
      await audit(tx, { kind: 'person_deleted', by, accountId: account.id, at: deps.clock() });
      await deleteAccount(tx, account.id);
    }
    // After the account, for the rows of calls and conversions that its deletion waited for, and to avoid a deadlock with them.
    await deleteRows(tx, 'conversion_run', 'application_id', ids);
    for (const address of addresses) {
      await deleteMailsOfNobody(tx, address);
      await forgetAddress(tx, address);
    }
    return held;
  });
  // An upload waits for nothing: its file may have arrived since.
  for (const { key } of person?.holdings.files ?? []) await deps.objects.delete(key);
  for (const file of person?.mailFiles ?? []) await rm(file.path, { force: true });
  return person;
}
