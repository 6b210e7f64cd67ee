import * as application from './application.ts';
import * as askHelper from './ask-helper.ts';
import type { Call } from './call.ts';
import * as clientErrors from './client-errors.ts';
import * as corrections from './corrections.ts';
import * as documents from './documents.ts';
import * as helpers from './helpers.ts';
import * as identity from './identity.ts';
import * as items from './items.ts';
import * as lookup from './lookup.ts';
import * as office from './office.ts';
import * as officeItems from './office-items.ts';
import * as officeLetters from './office-letters.ts';
import * as officeMany from './office-many.ts';
import * as schoolHelper from './school-helper.ts';
import * as staff from './staff.ts';

export type NamedCall = readonly [name: string, call: Call];

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'for' in value;

/** Every call by name, for tests, checks and the OpenAPI document. */
export const ALL_CALLS: readonly NamedCall[] = [
  ...[application, askHelper, clientErrors, corrections, documents, helpers, identity, items, lookup],
  ...[office, officeItems, officeLetters, officeMany, schoolHelper, staff],
].flatMap((part) =>
  Object.entries(part).flatMap(([name, value]: [string, unknown]): NamedCall[] =>
    isCall(value) ? [[name, value]] : [],
  ),
);
