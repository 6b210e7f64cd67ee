import type { PartnerConfig } from '@firstyear/partner-config';
import { ENGLISH } from '@firstyear/words';
import { officeAudit } from '@firstyear/words/office-audit';
import * as z from 'zod';
import type { Db } from '../../../db/transaction.ts';
import { findItems, wordsOfItem } from '../../application/items/service.ts';
import type { AuditRow } from '../../audit/service.ts';

type Event = Pick<AuditRow, 'detail'>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What an act on many asked for, or which item of the partner's list it decided. */
const actFacts = z.object({ title: z.nullable(z.string()).default(null), rule: z.string().default('') });

/** What events did with items of checklists, in words for staff: the item, and what was decided about it. Items that are deleted have no title. */
export async function itemWordsOf(
  db: Db,
  partner: Pick<PartnerConfig, 'items'>,
  events: readonly Event[],
): Promise<(event: Event) => string> {
  const ids = events.map(({ detail }) => text(detail.item_id)).filter((id) => id !== '');
  const titles = new Map(
    (await findItems(db, [...new Set(ids)])).map((item) => [item.id, wordsOfItem(partner, item).title]),
  );
  const decided: Readonly<Record<string, string>> = officeAudit.in(ENGLISH).decided;
  return ({ detail }) => {
    if (detail.what !== undefined) {
      const { title, rule } = actFacts.parse(JSON.parse(text(detail.what)));
      return wordsOfItem(partner, { rule, request_title: title, request_text: null }).title;
    }
    const id = text(detail.item_id);
    if (id === '') return '';
    return [titles.get(id), decided[text(detail.act)]].filter((part) => part !== undefined).join(', ');
  };
}
