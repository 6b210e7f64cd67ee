import { links } from '@firstyear/api-contract/addresses';
import type { PayloadOf } from '@firstyear/api-contract/call';
import type * as desk from '@firstyear/api-contract/desk';
import type { OfficeConfig, PartnerConfig } from '@firstyear/partner-config';
import { ENGLISH, type Language, languageCode } from '@firstyear/words';
import { formatMoment } from '@firstyear/words/format';
import type { Config } from '../../../config/config.ts';
import { type ServedForms, servedIn } from '../../../config/served-forms.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { textsOf } from '../../application/items/mails.ts';
import { greeting, letter, mailWords } from '../../mail/letter.ts';
import type { MailKind } from '../../mail/mail-kinds.ts';
import type { OutgoingMail } from '../../mail/service.ts';
import type { OfficeRow } from '../list/service.ts';

export interface LetterDependencies {
  readonly forms: Pick<ServedForms, 'all'>;
  readonly partner: PartnerConfig;
  readonly office: OfficeConfig;
  readonly config: Pick<Config, 'publicUrl'>;
}

/** A message in a language: own words as they are, a text of the partner's list in English where it has no other. 400 bad_request for an unknown id. */
export function messageIn({ office }: Pick<LetterDependencies, 'office'>, message: desk.Message, language: Language) {
  if ('text' in message) return message;
  const found = (office.messages ?? []).find(({ id }) => id === message.id);
  if (!found) throw new ApiError('bad_request');
  return (languageCode(language) === 'es' && found.spanish) || found;
}

/** The title of a message in the partner's list; its id if the list no longer has it. */
export const messageTitle = ({ messages = [] }: OfficeConfig, id: string): string =>
  messages.find((message) => message.id === id)?.title ?? id;

type Recipient = Pick<OfficeRow, 'email' | 'given_name' | 'preferred_name' | 'confirmation_number'>;

/** What the office asks applicants for. */
type Asked = Pick<PayloadOf<typeof desk.requestItem>, 'title' | 'text' | 'due_on'> & { readonly kind: 'ask' };
/** A request in a language: one of the university's list as the list has it there, own words as they are. */
export function requestIn<Request extends Pick<Asked, 'title' | 'text'>>(
  { forms }: Pick<LetterDependencies, 'forms'>,
  asked: Request,
  language: Language,
): Request {
  for (const served of forms.all) {
    const { requests = [] } = served.partner;
    const place = requests.findIndex(({ title, text }) => title === asked.title && text === asked.text);
    const found = servedIn(served, language).partner.requests?.[place];
    if (found) return { ...asked, title: found.title, text: found.text };
  }
  return asked;
}

/** What the office mails applicants about. */
export type LetterOrAsked =
  | desk.Letter
  | Asked
  | { readonly kind: 'answer_corrected'; readonly question: (language: Language) => string };

/** The mail about an act of the office, or with its message, to an applicant in their language. */
export function writeLetter(
  deps: LetterDependencies,
  row: Recipient,
  language: Language,
  about: LetterOrAsked,
): OutgoingMail {
  const { partner, config } = deps;
  const words = mailWords(language);
  const university = partner.name;
  const number = row.confirmation_number ?? '';
  const url = links.login(config.publicUrl);
  const mail = (kind: MailKind, subject: string, ...paragraphs: readonly string[]): OutgoingMail => {
    const text = letter(partner, language, [greeting(row.preferred_name || row.given_name, language), ...paragraphs]);
    return { kind, recipient: row.email, subject, text };
  };
  switch (about.kind) {
    case 'deadline': {
      const { subject, extended, takenBack, logIn } = words.deadlineChanged;
      const { until } = about;
      const changed =
        until === null
          ? takenBack({ university })
          : extended({ university, moment: formatMoment(language, partner.time_zone, new Date(until)) });
      return mail('deadline_changed', subject({ university }), changed, logIn({ url }));
    }
    case 'reopened': {
      const { subject, reopened, logIn } = words.reopened;
      return mail('reopened', subject({ university }), reopened({ number, university }), logIn({ url }));
    }
    case 'withdrawn': {
      const { subject, withdrawn, notYou } = words.withdrawn;
      return mail('withdrawn', subject({ university }), withdrawn({ number, university }), notYou);
    }
    case 'withdrawal_undone': {
      const { subject, undone } = words.withdrawalUndone;
      return mail('withdrawal_undone', subject({ university }), undone({ number, university }));
    }
    case 'answer_corrected': {
      const { subject, corrected, logIn, notYou } = words.answerCorrected;
      const question = about.question(language);
      return mail(
        'answer_corrected',
        subject({ university }),
        corrected({ number, university, question }),
        logIn({ url }),
        notYou,
      );
    }
    case 'message': {
      const { subject, text } = messageIn(deps, about.message, language);
      return mail('message', subject, text);
    }
    case 'ask': {
      const { title, text } = requestIn(deps, about, language);
      const item = { rule: null, request_title: title, request_text: text, due_on: about.due_on };
      const [subject, ...paragraphs] = textsOf({ kind: 'item_asked', item }, { partner, language, number, url });
      return mail('item_asked', subject, ...paragraphs);
    }
  }
}

/** The mail as it would be sent, and in English where it is in another language. */
export function showLetter(
  deps: LetterDependencies,
  row: Recipient,
  language: Language,
  about: LetterOrAsked,
): desk.ShownLetter {
  const { recipient, subject, text } = writeLetter(deps, row, language, about);
  const english = writeLetter(deps, row, ENGLISH, about);
  const code = languageCode(language);
  return {
    recipient,
    language: code,
    subject,
    text,
    english: code === 'en' ? null : { subject: english.subject, text: english.text },
  };
}
