import type { PartnerConfig } from '@firstyear/partner-config';
import type { Language } from '@firstyear/words';
import { formatDate, formatMoment } from '@firstyear/words/format';
import { print } from '@firstyear/words/print';
import type { RunningHead } from '../../../adapters/browser/browser.ts';

export interface SheetFacts {
  readonly partner: Pick<PartnerConfig, 'pdf_name' | 'application_title' | 'time_zone'>;
  readonly language: Language;
  /** The applicant's name; may be empty. */
  readonly applicant: string;
  readonly submission: { readonly confirmation_number: string; readonly submitted_at: Date } | undefined;
  /** When the answers were last changed. */
  readonly changedAt: Date;
}

/** What every sheet says of its state: a draft of which moment, or the submission it belongs to. */
export function stateLine({ partner, language, submission, changedAt }: Omit<SheetFacts, 'applicant'>): string {
  const words = print.in(language);
  if (!submission) return words.draft({ moment: formatMoment(language, partner.time_zone, changedAt) });
  const day = formatDate(language, partner.time_zone, submission.submitted_at);
  return words.submitted({ day, number: submission.confirmation_number });
}

/** The PDF's title, as readers show it. */
export function documentTitle(facts: SheetFacts): string {
  const { pdf_name, application_title } = facts.partner;
  return [`${pdf_name} - ${application_title}`, facts.applicant].filter((part) => part !== '').join(': ');
}

/** The head of every sheet. */
export function runningHead(facts: SheetFacts): RunningHead {
  const { partner, language, applicant, submission } = facts;
  const title = `${partner.pdf_name} - ${partner.application_title}`;
  const sheet = print.in(language).sheet({ page: '{page}', pages: '{pages}' });
  return { title, name: applicant, state: stateLine(facts), isStateStrong: submission === undefined, sheet };
}
