import type { PartnerConfig } from '@firstyear/application-form';
import { escapeHtml } from '../../adapters/browser/browser.ts';

export interface SheetFacts {
  readonly partner: Pick<PartnerConfig, 'pdf_name' | 'application_title'>;
  /** The applicant's name; may be empty. */
  readonly applicant: string;
  readonly submission: { readonly confirmation_number: string; readonly submitted_at: Date } | undefined;
}

const ROW =
  "font-family: 'Source Sans 3', 'Liberation Sans', 'Noto Sans CJK SC', sans-serif; font-size: 8pt; color: #333; width: 100%; margin: 0 0.75in; display: flex; justify-content: space-between; gap: 12pt;";

export const DRAFT_NOTICE = 'Draft - not submitted';

/** What stands at the foot of every sheet: that it is a draft, or the submission it belongs to. */
export function stateLine(submission: SheetFacts['submission']): string {
  if (!submission) return DRAFT_NOTICE;
  const day = submission.submitted_at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return `Submitted ${day} · Confirmation number ${submission.confirmation_number}`;
}

/** The PDF's title, as readers show it. */
export function documentTitle(facts: SheetFacts): string {
  const { pdf_name, application_title } = facts.partner;
  return [`${pdf_name} - ${application_title}`, facts.applicant].filter((part) => part !== '').join(': ');
}

/** Header and footer of every sheet, with all that comes from outside escaped. */
export function sheetTemplates(facts: SheetFacts): { readonly header: string; readonly footer: string } {
  const { partner, applicant, submission } = facts;
  const row = (left: string, right: string) => `<div style="${ROW}"><span>${left}</span><span>${right}</span></div>`;
  const page = 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>';
  const state = escapeHtml(stateLine(submission));
  return {
    header: row(escapeHtml(`${partner.pdf_name} - ${partner.application_title}`), escapeHtml(applicant)),
    footer: row(submission ? state : `<strong>${state}</strong>`, page),
  };
}
