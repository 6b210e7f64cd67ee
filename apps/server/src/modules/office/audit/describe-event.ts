import { type AuditKind, MANY_ACTS, type ManyAct } from '@firstyear/api-contract/desk';
import { ENGLISH } from '@firstyear/words';
import { officeAudit } from '@firstyear/words/office-audit';
import { officeEvents } from '@firstyear/words/office-events';
import { officeExports } from '@firstyear/words/office-exports';
import * as z from 'zod';
import { type AuditRow, actorIds } from '../../audit/service.ts';

/** Names of what an event has by id. */
export interface EventNames {
  readonly actor: (actor: string) => string;
  readonly colleague: (id: string) => string;
  readonly question: (key: string) => string;
  readonly stage: (id: string) => string;
  /** The item of a checklist, and what an event decided about it; '' for other events. */
  readonly item: (event: Event) => string;
  /** The title of a message in the partner's list; own words have no id. */
  readonly message: (id: string) => string;
  readonly moment: (iso: string) => string;
}

type Event = Pick<AuditRow, 'kind' | 'actor' | 'detail'>;

const words = officeAudit.in(ENGLISH);
const events = officeEvents.in(ENGLISH);
const { formats } = officeExports.in(ENGLISH);

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** The word for what an event names; one of a newer version stays as it is. */
const wordIn = (known: Readonly<Record<string, string>>, name: string): string => known[name] ?? name;
const nameOfKind = (name: string) => wordIn(events, name);
const mailOf = (name: string) => wordIn(words.mails, name);

/** What an act on many applications was, besides its kind. */
const actFacts = z.object({
  label: z.string().default(''),
  to: z.string().nullable().default(null),
  message: z.object({ id: z.string() }).default({ id: '' }),
  mail: z.string().default(''),
  until: z.string().optional(),
  reason: z.string().optional(),
  /** What it asked for, or which item of the partner's list it decided. */
  title: z.string().nullable().default(null),
  rule: z.string().default(''),
});
type Facts = z.infer<typeof actFacts>;

/** The facts of an act on many, of its event. */
export const factsOfAct = (what: unknown): Facts => actFacts.parse(JSON.parse(String(what)));

function describeMany(event: Event, names: EventNames): string {
  const { kind, detail } = event;
  const act = MANY_ACTS.find((known) => known === detail.act);
  if (act === undefined) return nameOfKind(kind);
  const { label, to, message, mail, until, reason } = factsOfAct(detail.what);
  const sentence = words.acts[act]({
    count: Number(detail.count),
    label,
    item: names.item(event),
    to: to === null ? words.nobody : names.colleague(to),
    stage: names.stage(to ?? ''),
    message: names.message(message.id),
    mail: mailOf(mail),
    until: until === undefined ? '' : names.moment(until),
  });
  const why = reason ?? text(detail.reason);
  return why === '' ? sentence : `${sentence}: ${why}`;
}

function describeExport({ detail }: Event): string {
  const [filter, purpose, receiver] = [text(detail.filter), text(detail.purpose), text(detail.receiver)];
  return [
    words.taken({ count: Number(detail.rows), format: wordIn(formats, text(detail.format)) }),
    ...(filter === '' ? [] : [words.filter({ filter })]),
    ...(purpose === '' ? [] : [words.purpose({ purpose })]),
    ...(receiver === '' ? [] : [words.receiver({ receiver })]),
  ].join(', ');
}

/** What an event about one application or colleague did, besides its kind and reason. */
export function factsOf(event: Event, names: EventNames): readonly string[] {
  const { until, mail, key, role, stage, ...detail } = event.detail;
  const [staffId, added, removed, to] = [
    text(detail.staff_id),
    text(detail.added),
    text(detail.removed),
    text(detail.to),
  ];
  const isOfAnother = staffId !== '' && !actorIds([event]).includes(staffId);
  return [
    ...(names.item(event) === '' ? [] : [names.item(event)]),
    ...(isOfAnother ? [names.colleague(staffId)] : []),
    ...(text(role) === '' ? [] : [words.role({ role: text(role) })]),
    ...(added === '' ? [] : [words.added({ labels: added })]),
    ...(removed === '' ? [] : [words.removed({ labels: removed })]),
    ...(to === '' ? [] : [words.toColleague({ name: to === 'nobody' ? words.nobody : names.colleague(to) })]),
    ...(stage === undefined ? [] : [names.stage(text(stage))]),
    ...(until === 'none' ? [words.noExtension] : []),
    ...(until !== undefined && until !== 'none' ? [words.until({ moment: names.moment(text(until)) })] : []),
    ...(text(mail) === '' ? [] : [mailOf(text(mail))]),
    ...(text(key) === '' ? [] : [names.question(text(key))]),
  ];
}

type OwnEvent = Readonly<Record<string, string>> & { readonly kind: AuditKind };

/** What an act on many applications is for one of them. */
const OWN_EVENT: Readonly<Record<ManyAct, (facts: Facts) => OwnEvent>> = {
  add_label: ({ label }) => ({ kind: 'labels_changed', added: label }),
  remove_label: ({ label }) => ({ kind: 'labels_changed', removed: label }),
  assign: ({ to }) => ({ kind: 'assigned', to: to ?? 'nobody' }),
  set_stage: ({ to }) => ({ kind: 'stage_set', stage: to ?? '' }),
  message: () => ({ kind: 'message_sent' }),
  mail_again: ({ mail }) => ({ kind: 'mail_sent_again', mail }),
  extend_deadline: ({ until = '' }) => ({ kind: 'deadline_extended', until }),
  withdraw: () => ({ kind: 'withdrawn' }),
  ask: () => ({ kind: 'item_asked' }),
  accept_item: () => ({ kind: 'item_decided', act: 'accept' }),
  waive_item: () => ({ kind: 'item_decided', act: 'waive' }),
};

/** An act on many applications as the event that it is for one of them; other events as they are. */
export function asOwnEvent(event: AuditRow): AuditRow {
  const act = MANY_ACTS.find((known) => known === event.detail.act);
  if (act === undefined) return event;
  const { what, reason } = event.detail;
  const facts = factsOfAct(what);
  const { kind, ...detail } = OWN_EVENT[act](facts);
  return { ...event, kind, detail: { ...detail, what: text(what), reason: facts.reason ?? text(reason) } };
}

/** An event in a sentence for staff. */
export function describeEvent(event: Event, names: EventNames): string {
  const { kind, detail } = event;
  if (kind === 'acted_on_many') return describeMany(event, names);
  if (kind === 'label_renamed') {
    const { label, renamed_to, count } = detail;
    return words.renamed({ label: text(label), to: text(renamed_to), count: Number(count) });
  }
  if (kind === 'export_taken' || kind === 'applications_exported') return describeExport(event);
  const facts = [
    ...factsOf(event, names),
    ...(text(detail.filter) === '' ? [] : [words.filter({ filter: text(detail.filter) })]),
    ...(text(detail.reason) === '' ? [] : [text(detail.reason)]),
  ];
  return facts.length === 0 ? nameOfKind(kind) : `${nameOfKind(kind)}: ${facts.join(', ')}`;
}

/** What a colleague did in one visit to an application, of events in the order of time. */
export function describeVisit(kinds: readonly string[]): string {
  return [...new Set(kinds)]
    .map((kind) => {
      const count = kinds.filter((other) => other === kind).length;
      return kind === 'document_read' ? words.documentsRead({ count }) : nameOfKind(kind);
    })
    .join(', ');
}
