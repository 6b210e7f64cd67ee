import { type OfficeConfig, type PartnerConfig, stageName } from '@firstyear/partner-config';
import { ENGLISH } from '@firstyear/words';
import { formatMoment } from '@firstyear/words/format';
import { officeAudit } from '@firstyear/words/office-audit';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import { findItems, wordsOfItem } from '../../application/items/service.ts';
import { type AuditRow, actorIds, actorName } from '../../audit/service.ts';
import { messageTitle } from '../one-application/letters.ts';
import { type EventNames, factsOfAct, text } from './describe-event.ts';

type Event = Pick<AuditRow, 'actor' | 'detail'>;

const words = officeAudit.in(ENGLISH);

/** What events did with items of checklists: the item, and what was decided about it. Items that are deleted have no title. */
async function itemWordsOf(
  db: Db,
  partner: Pick<PartnerConfig, 'items'>,
  events: readonly Event[],
): Promise<EventNames['item']> {
  const ids = events.map(({ detail }) => text(detail.item_id)).filter((id) => id !== '');
  const titles = new Map(
    (await findItems(db, [...new Set(ids)])).map((item) => [item.id, wordsOfItem(partner, item).title]),
  );
  const decided: Readonly<Record<string, string>> = words.decided;
  const titleOf = ({ item_id, what }: Event['detail']): string => {
    if (what === undefined) return titles.get(text(item_id)) ?? '';
    const { title, rule } = factsOfAct(what);
    return wordsOfItem(partner, { rule, request_title: title, request_text: null }).title;
  };
  return ({ detail }) => [titleOf(detail), decided[text(detail.act)] ?? ''].filter((part) => part !== '').join(', ');
}

const STAFF_ID = /[\da-f-]{36}/g;

/** The ids of the colleagues that events name: who did it, and to whom. */
export const colleaguesOf = (events: readonly Event[]): readonly string[] => [
  ...actorIds(events),
  ...events.flatMap(({ detail: { staff_id, to, what } }) =>
    [staff_id, to, what].flatMap((value) => text(value).match(STAFF_ID) ?? []),
  ),
];

/** The names of what events have by id; `colleagues` are those of colleaguesOf(). */
export async function eventNames(
  { db, office }: { readonly db: Db; readonly office: OfficeConfig },
  { form, partner }: Pick<ServedForm, 'form' | 'partner'>,
  events: readonly Event[],
  colleagues: ReadonlyMap<string, string>,
): Promise<EventNames> {
  return {
    item: await itemWordsOf(db, partner, events),
    actor: (actor) => actorName(actor, colleagues),
    colleague: (id) => colleagues.get(id) ?? id,
    question: (key) => form.byKey.get(key)?.question.label ?? key,
    stage: (id) => (id === '' ? words.noStage : (stageName(office, id) ?? id)),
    message: (id) => (id === '' ? words.ownWords : messageTitle(office, id)),
    moment: (iso) => formatMoment(ENGLISH, partner.time_zone, new Date(iso)),
  };
}
