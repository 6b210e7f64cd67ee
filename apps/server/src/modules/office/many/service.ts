import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@firstyear/api-contract/call';
import {
  type ManyActOf,
  MOST_AT_ONCE,
  type previewMany,
  type Selection,
  type startMany,
} from '@firstyear/api-contract/desk';
import { stateAfter } from '@firstyear/api-contract/item-states';
import { ENGLISH } from '@firstyear/words';
import { fingerprintOf } from '../../../crypto/tokens.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { actOnMany } from '../../../jobs/all-jobs.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { StaffSession } from '../../../plugins/staff-session.ts';
import { ACTS_ON_MANY, findRole, mayBeAssigned, roleOf } from '../../accounts/staff/rights.ts';
import { findColleague } from '../../accounts/staff/service.ts';
import {
  addRequest,
  type ItemRow,
  listItemsOf,
  listPapersOf,
  moveItem,
  type PaperWithDocument,
  requireItem,
} from '../../application/items/service.ts';
import { findAccountsOf, lockApplicationById } from '../../application/row/application.ts';
import { audit, insertReason, staffActor } from '../../audit/service.ts';
import { mayAct } from '../checklist/service.ts';
import { writtenAs, writtenIn } from '../list/labels.ts';
import {
  changeRow,
  type ListDependencies,
  listRows,
  nameApplications,
  type OfficeChange,
  type OfficeRow,
  selectMatching,
  selectRowsOf,
} from '../list/service.ts';
import {
  type ActDependencies,
  assignmentTo,
  type LockedRow,
  labelsAfter,
  languageOfAccount,
  languagesOf,
  mailAgain,
  refusePastDay,
  refusePastDeadline,
  requireStage,
  tellApplicant,
  writeMessage,
} from '../one-application/acts.ts';
import { type LetterOrAsked, messageIn, requestIn, showLetter } from '../one-application/letters.ts';
import {
  claimItem,
  finishItem,
  finishMany,
  insertMany,
  markStarted,
  selectComingLabels,
  selectItems,
  selectMany,
} from './repository.ts';

/** The item that an act is about, and papers, among them those of the item. By application. */
type Items = ReadonlyMap<string, { readonly item: ItemRow; readonly papers: readonly PaperWithDocument[] }>;

async function itemsFor(db: Db, act: ManyActOf, rows: readonly OfficeRow[]): Promise<Items> {
  if (!('rule' in act)) return new Map();
  const ids = rows.map(({ application_id }) => application_id);
  const items = (await listItemsOf(db, ids)).filter(({ rule }) => rule === act.rule);
  const papers = await listPapersOf(db, ids);
  return new Map(items.map((item) => [item.application_id, { item, papers }]));
}

const ITEM_ACT = { accept_item: 'accept', waive_item: 'waive' } as const;

/** Why an application is left out; undefined when the act applies to it. */
function reasonToSkip(act: ManyActOf, row: OfficeRow, items: Items): string | undefined {
  switch (act.kind) {
    case 'add_label':
      return row.labels.includes(act.label) ? 'has it already' : undefined;
    case 'remove_label':
      return row.labels.includes(act.label) ? undefined : 'does not have it';
    case 'assign':
      return row.assigned_to === act.to ? 'is assigned so already' : undefined;
    case 'set_stage':
      if (row.status === 'draft') return 'is not submitted';
      return row.stage === act.to ? 'stands there already' : undefined;
    case 'message':
      return row.status === 'withdrawn' ? 'is withdrawn' : undefined;
    case 'mail_again':
      if (act.mail === 'sign_in' || row.status === 'submitted') return undefined;
      return row.status === 'withdrawn' ? 'is withdrawn' : 'is not submitted';
    case 'ask':
      if (row.status === 'submitted') return undefined;
      return row.status === 'withdrawn' ? 'is withdrawn' : 'is not submitted';
    case 'accept_item':
    case 'waive_item': {
      const found = items.get(row.application_id);
      if (!found) return 'does not need it';
      const { item, papers } = found;
      if (stateAfter(item.state, ITEM_ACT[act.kind]) === undefined) return 'is decided already';
      return mayAct(item, papers, ITEM_ACT[act.kind]) ? undefined : 'has a file that is still being prepared';
    }
    case 'extend_deadline':
      return row.status === 'draft' ? undefined : 'is no draft';
    case 'withdraw':
      if (row.status === 'draft') return 'is not submitted';
      return row.status === 'withdrawn' ? 'is withdrawn already' : undefined;
  }
}

/** Why an act applies to no application any more; undefined while it does. */
async function reasonToStop(
  tx: Tx,
  deps: ActDependencies,
  staffId: string,
  act: ManyActOf,
): Promise<string | undefined> {
  const beginner = await findColleague(tx, staffId);
  const role = beginner && findRole(deps.office, roleOf(beginner))?.role;
  if (!role || !ACTS_ON_MANY[role].includes(act.kind)) return 'the colleague who began it may no longer do this';
  if (act.kind !== 'assign' || act.to === null) return undefined;
  const colleague = await findColleague(tx, act.to);
  if (!colleague) return 'the colleague has left';
  return mayBeAssigned(deps.office, colleague) ? undefined : 'the colleague may no longer open applications';
}

function requireAct(deps: ActDependencies, { role }: StaffSession, act: ManyActOf): void {
  if (!ACTS_ON_MANY[role].includes(act.kind)) throw new ApiError('not_allowed');
  if (act.kind === 'extend_deadline') refusePastDeadline(act.until, deps.clock());
  if (act.kind === 'set_stage') requireStage(deps, act.to);
  if (act.kind === 'message') messageIn(deps, act.message, ENGLISH);
  if (act.kind === 'ask') refusePastDay(act.due_on, deps.clock(), deps.partner);
}

/** The rows of a selection that the colleague may see. 409 too_many_selected. */
async function rowsOf(
  deps: ListDependencies,
  staff: StaffSession,
  selection: Selection,
): Promise<readonly OfficeRow[]> {
  const rows =
    'ids' in selection
      ? await selectRowsOf(deps, staff, selection.ids)
      : await selectMatching(deps, staff, selection.filter, MOST_AT_ONCE + 1);
  if (rows.length > MOST_AT_ONCE) throw new ApiError('too_many_selected');
  return rows;
}

const nameOf = ({ given_name, family_name, email }: OfficeRow) => `${given_name} ${family_name}`.trim() || email;

type ManyRequest = PayloadOf<typeof previewMany>;

/** An act with its label as it is written already. */
const withLabel = (act: ManyActOf, [label]: readonly string[]): ManyActOf =>
  act.kind === 'add_label' && label !== undefined ? { ...act, label } : act;
const labelsOf = (act: ManyActOf): readonly string[] => (act.kind === 'add_label' ? [act.label] : []);

/** The email for the preview; undefined if the act sends none, or one that staff may not read. */
function letterOf(act: ManyActOf): LetterOrAsked | undefined {
  switch (act.kind) {
    case 'message':
    case 'ask':
      return act;
    case 'extend_deadline':
      return act.tells === false ? undefined : { kind: 'deadline', until: act.until };
    case 'withdraw':
      return act.tells === false ? undefined : { kind: 'withdrawn' };
    case 'add_label':
    case 'remove_label':
    case 'assign':
    case 'set_stage':
    case 'mail_again':
    case 'accept_item':
    case 'waive_item':
      return undefined;
  }
}

/** The mail to the first of the applicants in each language, and how many get it in that language. */
async function mailsOf(deps: ActDependencies, act: ManyActOf, rows: readonly OfficeRow[]) {
  const about = letterOf(act);
  if (about === undefined) return [];
  const accounts = await findAccountsOf(
    deps.db,
    rows.map(({ application_id }) => application_id),
  );
  const languages = await languagesOf(deps.db, [...accounts.values()]);
  const languageOfRow = ({ application_id }: OfficeRow) => languages.get(accounts.get(application_id) ?? '') ?? ENGLISH;
  return [...Map.groupBy(rows, languageOfRow)].flatMap(([language, [first, ...others]]) =>
    first ? [{ ...showLetter(deps, first, language, about), count: 1 + others.length }] : [],
  );
}

/** What an act would do to some applications. It is no longer the same when one of them has changed in what matters to the act. */
function previewOf(act: ManyActOf, rows: readonly OfficeRow[], items: Items) {
  const left_out = rows.flatMap((row) => {
    const why = reasonToSkip(act, row, items);
    return why === undefined ? [] : [{ id: row.application_id, name: nameOf(row), why }];
  });
  const states = rows.map((row) => {
    const { application_id, status, submitted_at, assigned_to, stage, extended_until } = row;
    return [
      application_id,
      status,
      submitted_at,
      act.kind === 'assign' ? assigned_to : act.kind === 'set_stage' ? stage : extended_until,
      reasonToSkip(act, row, items),
      items.get(application_id)?.item.version,
    ];
  });
  return { count: rows.length - left_out.length, left_out, previewed: fingerprintOf([act, states.sort()]) };
}

/** Counts the applications that would change, and lists those left out and why. */
export async function preview(deps: ActDependencies, staff: StaffSession, { act, selection }: ManyRequest) {
  requireAct(deps, staff, act);
  const written = withLabel(act, await writtenAs(deps, staff, labelsOf(act)));
  const rows = await rowsOf(deps, staff, selection);
  const items = await itemsFor(deps.db, act, rows);
  const mailed = rows.filter((row) => reasonToSkip(written, row, items) === undefined);
  return { ...previewOf(written, rows, items), mails: await mailsOf(deps, written, mailed) };
}

/**
 * Starts an act on many applications as a job. Idempotent for the same attempt. 409 changed_since_preview unless it would do what
 * the preview said.
 */
export async function start(
  deps: ActDependencies & { readonly jobs: Jobs },
  staff: StaffSession,
  { attempt, act: asked, selection, previewed }: PayloadOf<typeof startMany>,
): Promise<string> {
  const begun = await selectMany(deps.db, attempt);
  if (begun?.staff_id === staff.staffId) return attempt;
  requireAct(deps, staff, asked);
  const act = withLabel(asked, await writtenAs(deps, staff, labelsOf(asked)));
  if (act.kind === 'assign') await assignmentTo(deps, act.to);
  const rows = await rowsOf(deps, staff, selection);
  if (previewOf(act, rows, await itemsFor(deps.db, act, rows)).previewed !== previewed)
    throw new ApiError('changed_since_preview');
  await inTransaction(deps.db, async (tx) => {
    const written = withLabel(act, await writtenIn(tx, deps, staff, labelsOf(act), selectComingLabels));
    const by = { staff_id: staff.staffId, network: staff.network };
    const many = { ...by, id: attempt, created_at: deps.clock(), act: written };
    const ids = rows.map(({ application_id }) => application_id);
    if (await insertMany(tx, many, ids)) await deps.jobs.send(actOnMany, { many_id: attempt }, tx);
  });
  const many = await selectMany(deps.db, attempt);
  if (many?.staff_id !== staff.staffId) throw new ApiError('not_found');
  return attempt;
}

/** The progress of a job. 404 if another colleague started it. */
export async function progress(deps: ListDependencies, staff: StaffSession, id: string) {
  const many = await selectMany(deps.db, id);
  if (many?.staff_id !== staff.staffId) throw new ApiError('not_found');
  const items = await selectItems(deps.db, id);
  const ids = items.map(({ application_id }) => application_id);
  const rows = await selectRowsOf(deps, staff, ids);
  const names = new Map(rows.map((row) => [row.application_id, nameOf(row)]));
  const state = many.done_at !== null ? 'done' : many.started_at !== null ? 'running' : 'waiting';
  return {
    state,
    done: items.filter(({ done_at }) => done_at !== null).length,
    total: items.length,
    left_out: items.flatMap(({ application_id, left_out }) =>
      left_out === null ? [] : [{ id: application_id, name: names.get(application_id) ?? '', why: left_out }],
    ),
  } as const;
}

type Many = NonNullable<Awaited<ReturnType<typeof selectMany>>>;

async function applyAct(
  deps: ActDependencies,
  locked: LockedRow,
  { id: many_id, act, staff_id }: Many,
  items: Items,
): Promise<void> {
  const { tx, row, now } = locked;
  const change = (columns: OfficeChange) => changeRow(tx, row.application_id, columns);
  switch (act.kind) {
    case 'add_label':
      return change({ labels: labelsAfter(row, { add: [act.label], remove: [] }) });
    case 'remove_label':
      return change({ labels: labelsAfter(row, { add: [], remove: [act.label] }) });
    case 'assign':
      return change(await assignmentTo(deps, act.to));
    case 'set_stage':
      return change({ stage: act.to });
    case 'message': {
      const { reason: text } = await writeMessage(deps, locked, act.message);
      return insertReason(tx, { id: randomUUID(), application_id: row.application_id, many_id, text });
    }
    case 'mail_again':
      return mailAgain(deps, locked, act.mail);
    case 'extend_deadline':
      await change({ extended_until: new Date(act.until) });
      return tellApplicant(deps, locked, { kind: 'deadline', until: act.until }, act.tells);
    case 'withdraw':
      await change({ withdrawn_at: now });
      return tellApplicant(deps, locked, { kind: 'withdrawn' }, act.tells);
    case 'ask': {
      const language = await languageOfAccount(tx, locked.accountId);
      return addRequest(deps, tx, row.application_id, staff_id, requestIn(deps, act, language), now);
    }
    case 'accept_item':
    case 'waive_item': {
      const item = await requireItem(tx, row.application_id, items.get(row.application_id)?.item.id ?? '');
      await moveItem(deps, tx, item, ITEM_ACT[act.kind], {}, now);
    }
  }
}

/** Applies the act to one application and records the item as done, in one transaction. */
async function changeOne(deps: ActDependencies, many: Many, id: string): Promise<void> {
  const { id: manyId, act, staff_id } = many;
  await inTransaction(deps.db, async (tx) => {
    const application = await lockApplicationById(tx, id);
    const [row] = await listRows(tx, [], [id]);
    if (!application || !row || !(await claimItem(tx, manyId, id))) return;
    const now = deps.clock();
    const items = await itemsFor(tx, act, [row]);
    const why = reasonToSkip(act, row, items) ?? (await reasonToStop(tx, deps, staff_id, act));
    if (why === undefined) await applyAct(deps, { tx, row, accountId: application.account_id, now }, many, items);
    await finishItem(tx, manyId, id, { done_at: now, left_out: why ?? null });
  });
}

/** An act as it stays when it is done: own words are kept with each application, so that they go with it. */
function asKept(act: ManyActOf): ManyActOf {
  if (act.kind === 'message' && 'text' in act.message) return { kind: 'message', message: { id: '' } };
  return act.kind === 'ask' ? { ...act, text: '' } : act;
}

/** Runs a job, or the rest of an interrupted one. Its single event in the audit trail names every application. */
export async function runMany(deps: ActDependencies, id: string, signal: AbortSignal): Promise<void> {
  const many = await selectMany(deps.db, id);
  if (!many || many.done_at !== null) return;
  await markStarted(deps.db, id, deps.clock());
  for (const { application_id, done_at } of await selectItems(deps.db, id)) {
    signal.throwIfAborted();
    if (done_at === null) await changeOne(deps, many, application_id);
  }
  const items = await selectItems(deps.db, id);
  const done = items.filter(({ left_out }) => left_out === null).map(({ application_id }) => application_id);
  await inTransaction(deps.db, async (tx) => {
    const at = deps.clock();
    const kept = asKept(many.act);
    if (!(await finishMany(tx, id, at, kept))) return;
    const by = staffActor({ staffId: many.staff_id, network: many.network });
    const { kind, ...parameters } = kept;
    const facts = { many_id: id, act: kind, what: JSON.stringify(parameters), count: done.length };
    const detail = { ...facts, applications: await nameApplications(tx, done) };
    await audit(tx, { kind: 'acted_on_many', by, accountId: null, detail, at });
  });
}
