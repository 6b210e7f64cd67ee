import { links } from '@firstyear/api-contract/addresses';
import type { PartnerConfig } from '@firstyear/partner-config';
import type { Language } from '@firstyear/words';
import { formatDay } from '@firstyear/words/format';
import { servedFor, servedIn } from '../../../config/served-forms.ts';
import type { Tx } from '../../../db/transaction.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { greeting, letter, mailWords } from '../../mail/letter.ts';
import { queueMail } from '../../mail/service.ts';
import type { Standing } from '../row/list-row.ts';
import type { ItemRow } from './repository.ts';

export type ItemMailDependencies = Pick<AppDependencies, 'jobs' | 'forms' | 'config'>;

type Named = Pick<ItemRow, 'rule' | 'request_title' | 'request_text'> & Partial<Pick<ItemRow, 'rule_title'>>;

/**
 * What an item is, and what is to be done for it by applicants: the words of who asked, or of the university's list, now or when it
 * was made.
 */
export function wordsOfItem({ items = [] }: Pick<PartnerConfig, 'items'>, item: Named) {
  const rule = items.find(({ id }) => id === item.rule);
  return {
    title: item.request_title ?? rule?.title ?? item.rule_title ?? item.rule ?? '',
    text: item.request_text ?? rule?.text ?? '',
  };
}

type MailedItem = Named & Pick<ItemRow, 'due_on'>;

/** What a mail is about: an item that was asked, came, or is to be sent again, a deadline, or that nothing is missing. */
export type ItemNews<Item = ItemRow> =
  | { readonly kind: 'item_asked' | 'item_reminder' | 'item_came'; readonly item: Item }
  | { readonly kind: 'item_returned'; readonly item: Item; readonly why: (language: Language) => string }
  | { readonly kind: 'items_complete' };

interface Parts {
  readonly partner: PartnerConfig;
  readonly language: Language;
  readonly number: string;
  readonly url: string;
}

/** The subject and the paragraphs of a mail. */
export function textsOf(
  news: ItemNews<MailedItem>,
  { partner, language, number, url }: Parts,
): readonly [string, ...string[]] {
  const words = mailWords(language);
  const { name: university } = partner;
  if (news.kind === 'items_complete') {
    const { subject, complete, next } = words.complete;
    return [subject({ university }), complete({ number, university }), next];
  }
  const { title, text } = wordsOfItem(partner, news.item);
  const { due_on } = news.item;
  const more = [text, due_on === null ? '' : words.requested.due({ day: formatDay(language, due_on) })].filter(Boolean);
  const about = { university, title };
  switch (news.kind) {
    case 'item_asked':
      return [words.requested.subject(about), words.requested.asked(about), ...more, words.requested.logIn({ url })];
    case 'item_reminder':
      return [
        words.requestReminder.subject(about),
        words.requestReminder.waiting(about),
        ...more,
        words.requested.logIn({ url }),
      ];
    case 'item_came':
      return [words.itemCame.subject(about), words.itemCame.came(about), words.itemCame.next];
    case 'item_returned': {
      const { subject, returned, logIn } = words.itemReturned;
      return [subject(about), returned(about), news.why(language), logIn({ url })];
    }
  }
}

/** Mails the applicant news about the items, in the language of the account, while the application is submitted. */
export async function tellApplicant(
  deps: ItemMailDependencies,
  tx: Tx,
  standing: Standing,
  news: ItemNews,
  now: Date,
): Promise<void> {
  if (standing.status !== 'submitted' || ('item' in news && news.item.is_hidden)) return;
  const language = languageOf(standing.language);
  const { partner } = servedIn(servedFor(deps.forms, standing), language);
  const url = links.login(deps.config.publicUrl);
  const [subject, ...lines] = textsOf(news, { partner, language, number: standing.number ?? '', url });
  const text = letter(partner, language, [greeting(standing.name, language), ...lines]);
  await queueMail(tx, deps.jobs, { kind: news.kind, recipient: standing.email, subject, text }, now);
}
