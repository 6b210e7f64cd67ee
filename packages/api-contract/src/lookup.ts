import { LOOKUP_CATEGORIES } from '@firstyear/form-engine';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { LOOKUP_TEXT_MAX_LENGTH } from './lookup-limits.ts';

/** Ids of addresses carry the address itself. */
const ID_MAX_LENGTH = 1000;

const text = z.optional(z.string().check(z.maxLength(LOOKUP_TEXT_MAX_LENGTH)));

const lookupItem = z.object({ id: z.string(), text: z.string(), sub_text: z.string() });
export type LookupItem = z.infer<typeof lookupItem>;

const lookupRecord = z.object({
  id: z.string(),
  text: z.string(),
  sub_text: z.string(),
  address_line_1: z.string(),
  address_line_2: z.string(),
  city: z.string(),
  /** Postal code of the state or province. */
  state: z.string(),
  zip: z.string(),
  /** ISO 3166-1 alpha-3. */
  country: z.string(),
  name: z.string(),
  ceeb: z.string(),
});
export type LookupRecord = z.infer<typeof lookupRecord>;

const category = z.enum(LOOKUP_CATEGORIES);
const PATH = '/lookup/find';

export const lookupText = call('GET', PATH, {
  for: 'visitor',
  query: z.object({ category, text: z.string().check(z.maxLength(LOOKUP_TEXT_MAX_LENGTH)), max_results: z.string() }),
  response: z.array(lookupItem),
});

export const lookupDetail = call('GET', PATH, {
  for: 'visitor',
  query: z.object({ category, id: z.string().check(z.maxLength(ID_MAX_LENGTH)) }),
  response: lookupRecord,
});

/** The companies that get what is typed into an address field, where one of them is configured. */
export const ADDRESS_COMPANIES = ['HERE', 'Smarty'] as const;

/** What the privacy notice says of this university: its own paragraphs, and the company that addresses are looked up with. */
export const privacyNotice = call('GET', '/public/privacy', {
  for: 'visitor',
  response: z.object({ paragraphs: z.array(z.string()), address_company: z.optional(z.enum(ADDRESS_COMPANIES)) }),
});

/** Both calls as the server sees them: the record for an id, else the list. 'query' is a second name for text (AMB-152). */
export const lookupFind = call('GET', PATH, {
  for: 'visitor',
  query: z.object({
    category,
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(ID_MAX_LENGTH))),
    text,
    query: text,
    max_results: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  response: z.union([z.array(lookupItem), lookupRecord]),
});
