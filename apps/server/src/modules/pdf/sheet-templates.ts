import { dayAt, instantAt, type PartnerConfig } from '@firstyear/application-form';
import { escapeHtml } from '../../adapters/browser/browser.ts';

export interface SheetFacts {
  readonly partner: Pick<PartnerConfig, 'pdf_name' | 'application_title' | 'time_zone'>;
  /** The applicant's name; may be empty. */
  readonly applicant: string;
  readonly submission: { readonly confirmation_number: string; readonly submitted_at: Date } | undefined;
  /** When the answers were last changed. */
  readonly changedAt: Date;
}

const FONTS = "'Source Sans 3', 'Liberation Sans', 'Noto Sans', 'Noto Sans CJK SC', sans-serif";
const SHEET = `font-family: ${FONTS}; font-size: 8pt; font-synthesis: none; line-height: 1.35; color: #333; flex: 1; min-width: 0; margin: 0 0.75in; padding-bottom: 3pt; border-bottom: 0.5pt solid #999;`;
const ROW = 'display: flex; justify-content: space-between; gap: 18pt;';
/** A long title or name takes one line and ends in an ellipsis; it stands in full on the first sheet. */
const ONE_LINE = 'white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-width: 0;';

const DRAFT_NOTICE = 'Draft - not submitted';

/** What every sheet says of its state: a draft of which moment, or the submission it belongs to. */
export function stateLine({ partner, submission, changedAt }: Omit<SheetFacts, 'applicant'>): string {
  if (!submission) return `${DRAFT_NOTICE} · Answers as of ${instantAt(partner, changedAt)}`;
  const day = dayAt(partner, submission.submitted_at);
  return `Submitted ${day} · Confirmation number ${submission.confirmation_number}`;
}

/** The PDF's title, as readers show it. */
export function documentTitle(facts: SheetFacts): string {
  const { pdf_name, application_title } = facts.partner;
  return [`${pdf_name} - ${application_title}`, facts.applicant].filter((part) => part !== '').join(': ');
}

/** The header of every sheet, with all that comes from outside escaped; there is no footer. */
export function sheetTemplates(facts: SheetFacts): { readonly header: string; readonly footer: string } {
  const { partner, applicant, submission } = facts;
  const cell = (text: string, style = '') => `<span dir="auto" style="${ONE_LINE} ${style}">${text}</span>`;
  const row = (left: string, right: string) => `<div style="${ROW}">${left}${right}</div>`;
  const title = cell(escapeHtml(`${partner.pdf_name} - ${partner.application_title}`), 'flex: none; max-width: 65%;');
  const state = escapeHtml(stateLine(facts));
  const page = cell('Page <span class="pageNumber"></span> of <span class="totalPages"></span>', 'flex: none;');
  const rows = [
    row(title, cell(escapeHtml(applicant), 'font-weight: bold;')),
    row(cell(submission ? state : `<strong>${state}</strong>`), page),
  ];
  return { header: `<div style="${SHEET}">${rows.join('')}</div>`, footer: '<span></span>' };
}
