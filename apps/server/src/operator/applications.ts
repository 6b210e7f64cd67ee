import type { ApplicationStatus } from '../modules/application/row/application-status.ts';
import {
  type ListedApplication,
  listNewestApplications,
  searchApplications,
} from '../modules/application/row/service.ts';
import { audit } from '../modules/office/audit/service.ts';
import type { OperatorDependencies } from './dependencies.ts';

/** Which applications are listed, and how many at most. */
export interface ListCommand {
  readonly statuses: readonly ApplicationStatus[];
  readonly since: Date | undefined;
  readonly limit: number;
}

const COLUMNS = ['status', 'since', 'term', 'name', 'address', 'confirmation number', 'application'];
/** More than anybody reads: a longer text finds fewer. */
const MAX_FOUND = 100;

function lineOf(row: ListedApplication): string {
  const name = [row.given_name, row.family_name].filter(Boolean).join(' ');
  const cells = [row.status, row.at.toISOString(), row.term, name, row.email, row.confirmation_number, row.id];
  return cells.map((cell) => cell || '-').join('\t');
}

async function print(deps: OperatorDependencies, rows: readonly ListedApplication[]): Promise<string> {
  const by = { kind: 'operator', user: deps.operator } as const;
  const detail = { applications: rows.length };
  await audit(deps.db, { kind: 'applications_listed', by, accountId: null, detail, at: deps.clock() });
  if (rows.length === 0) return 'There are no such applications.';
  return [COLUMNS.join('\t'), ...rows.map(lineOf)].join('\n');
}

/** The newest applications of these statuses, with tabs between the columns. Audited. */
export async function listApplications(deps: OperatorDependencies, command: ListCommand): Promise<string> {
  const { statuses, since, limit } = command;
  return print(deps, await listNewestApplications(deps, { statuses, since, until: deps.clock() }, limit));
}

/** The applications with a text in their name or address, or with this confirmation number or id. Audited. */
export async function findApplications(deps: OperatorDependencies, text: string): Promise<string> {
  return print(deps, await searchApplications(deps, text, MAX_FOUND));
}
