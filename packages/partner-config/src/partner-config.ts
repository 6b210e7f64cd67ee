import { type Answers, conditionKeys, type Form, holds, type When } from '@firstyear/form-engine';
import { idProblems } from './id-problems.ts';
import { type Term, type TermTimes, termProblems } from './terms.ts';

/** A step that remains after submission. */
export interface CompletionStep {
  readonly title: string;
  readonly text: string;
  readonly href?: string;
  /** The ids of the items that say whether this has come. Where one of them is shown, it takes the place of the step. */
  readonly items?: readonly string[];
  /** The condition on the submitted answers; by default everybody has the step. */
  readonly when?: When;
}

/** What an application needs beside its answers, such as an official transcript. Made for each applicant at the submission. */
export interface ItemRule {
  /** Stays the same for good, such as 'transcript'. */
  readonly id: string;
  /** What it is, for applicants and helpers; and what is to be done for it, for applicants. */
  readonly title: string;
  readonly text: string;
  /** What it is, for the helper who sends it; shown under the title. */
  readonly helper_text?: string;
  /** Who sends it. */
  readonly from: 'applicant' | 'school' | 'test_agency' | 'office';
  /** Whether the applicant may send a copy until the official one comes. */
  readonly takes_copy?: boolean;
  /** The condition on the submitted answers; by default every application needs it. */
  readonly when?: When;
}

/** A university's configuration of sites and mails. Its keys are fixed (PARTNER-01 to PARTNER-05). */
export interface PartnerConfig {
  readonly slug: string;
  readonly name: string;
  /** Heading of the PDF and base of its file name. */
  readonly pdf_name: string;
  readonly application_title: string;
  readonly help_email: string;
  readonly phone: string;
  readonly postal_address_lines: readonly string[];
  readonly act_code: string;
  readonly sat_code: string;
  readonly test_board_urls: { readonly act: string; readonly sat: string; readonly toefl: string };
  /** Ids of the form's pages that are printed. */
  readonly pdf_pages: readonly string[];
  readonly intended_student_type: string;
  /** Replaces the welcome texts where the product's aren't true, such as that there is no essay. */
  readonly welcome?: { readonly visitor: string; readonly first_login: string };
  /** Paragraphs of the privacy notice: what the university does with answers. What the product does comes after them. */
  readonly privacy: readonly string[];
  /** The page to open after a submission with errors; without it the page stays (AMB-020). */
  readonly failed_submit_page?: string;
  readonly completion_steps: readonly CompletionStep[];
  /** Without it, an application is complete when it is submitted. */
  readonly items?: readonly ItemRule[];
  /** What the office often asks single applicants for, in words for them: a file, unless it is an explanation in writing. */
  readonly requests?: readonly {
    readonly id: string;
    readonly title: string;
    readonly text: string;
    readonly request?: 'explanation';
  }[];
  /** Two-letter code of the partner's state, whose suggestions come first. */
  readonly state: string;
  /** IANA name, such as America/New_York. */
  readonly time_zone: string;
  /** When applications are accepted; a term that is not listed is always open. */
  readonly terms: readonly Term[];
  readonly theme: {
    /** Buttons, links and headings, as #rrggbb: at least 4.5 to 1 on paper, and so is white on it. */
    readonly primary: string;
    /** The focus ring, as #rrggbb: at least 3 to 1 on paper. */
    readonly accent: string;
  };
  /** A decorative picture next to the name: a file beside partner.ts, and its size in px. */
  readonly logo?: { readonly file: string; readonly width: number; readonly height: number };
}

/** The part that a visitor's first page needs; the browser fetches the rest after submission. */
export type PartnerSite = Omit<PartnerConfig, 'completion_steps' | 'items' | 'requests' | 'terms' | 'privacy'> & {
  readonly terms: readonly TermTimes[];
};

type PartnerForm = Pick<Form, 'pages' | 'byStoredKey' | 'byKey' | 'roles'>;

/** The lightest and the darkest background in the web app. */
export const GROUNDS = ['#fffefb', '#f4efe4'] as const;
const MIN_CONTRAST = { primary: 4.5, accent: 3 } as const;

/** Relative luminance as WCAG 2.2 defines it: 0 is black, 1 is white. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colors as #rrggbb (WCAG 2.2): 1 is none, 21 is black on white. */
export function contrastOf(color: string, otherColor: string): number {
  const [dark = 0, light = 0] = [luminance(color), luminance(otherColor)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Colors with too little contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
function themeProblems(theme: PartnerConfig['theme']): readonly string[] {
  const problems: string[] = [];
  for (const key of ['primary', 'accent'] as const) {
    const color = theme[key];
    if (!/^#[0-9a-f]{6}$/i.test(color)) {
      problems.push(`theme.${key} is not a color like #1a2b3c.`);
      continue;
    }
    const least = Math.min(...GROUNDS.map((ground) => contrastOf(color, ground)));
    if (least < MIN_CONTRAST[key]) {
      problems.push(
        `theme.${key} has too little contrast with the page: ${least.toFixed(1)} to 1, at least ${MIN_CONTRAST[key]} is needed. Choose a darker color.`,
      );
    }
  }
  return problems;
}

/** Pages that the form does not have. */
function pageProblems(partner: PartnerConfig, form: PartnerForm): readonly string[] {
  const ids = form.pages.map((page) => page.id);
  const problems: string[] = [];
  if (partner.pdf_pages.length === 0 || partner.pdf_pages.some((page) => !ids.includes(page))) {
    problems.push(`pdf_pages must name some of ${ids.join(', ')}.`);
  }
  if (partner.failed_submit_page !== undefined && !ids.includes(partner.failed_submit_page)) {
    problems.push(`failed_submit_page must be one of ${ids.join(', ')}, or left out.`);
  }
  return problems;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return name !== '';
  } catch {
    return false;
  }
}

/** What an application with these answers needs, in order. */
export const neededItems = ({ items = [] }: Pick<PartnerConfig, 'items'>, answers: Answers): readonly ItemRule[] =>
  items.filter(({ when }) => when === undefined || holds(when, answers));

/** The steps after submission for an applicant with these answers, in order. */
export function completionSteps(
  { completion_steps }: Pick<PartnerConfig, 'completion_steps'>,
  answers: Answers,
): readonly CompletionStep[] {
  return completion_steps.filter(({ when }) => when === undefined || holds(when, answers));
}

/** Steps or items whose condition names a question that the form does not have. */
const conditionProblems = (
  list: 'completion_steps' | 'items',
  entries: readonly { readonly title: string; readonly when?: When }[],
  form: PartnerForm,
): readonly string[] =>
  entries.flatMap(({ title, when }) =>
    (when === undefined ? [] : conditionKeys(when))
      .filter((key) => !form.byStoredKey.has(key))
      .map((key) => `${list}: the condition of '${title}' names the unknown key '${key}'.`),
  );

/** Ids that are no names or stand twice, and steps that name none. */
function itemProblems({ items = [], completion_steps }: PartnerConfig, form: PartnerForm): readonly string[] {
  const ids = items.map(({ id }) => id);
  return [
    ...completion_steps.flatMap(({ title, items: named = [] }) =>
      named
        .filter((id) => !ids.includes(id))
        .map((id) => `completion_steps: '${title}' names the unknown item '${id}'.`),
    ),
    ...idProblems('items', ids),
    ...conditionProblems('items', items, form),
  ];
}

/** The problems of a partner configuration, in words for its author. */
export function partnerProblems(partner: PartnerConfig, form: PartnerForm): readonly string[] {
  const problems: string[] = [
    ...pageProblems(partner, form),
    ...conditionProblems('completion_steps', partner.completion_steps, form),
    ...itemProblems(partner, form),
  ];
  const filled = { name: partner.name, pdf_name: partner.pdf_name, application_title: partner.application_title };
  for (const [key, value] of Object.entries(filled)) if (value.trim() === '') problems.push(`${key} is empty.`);
  if (partner.privacy.length === 0 || partner.privacy.some((text) => text.trim() === '')) {
    problems.push('privacy must say in one or more paragraphs what you do with answers.');
  }
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(partner.help_email)) problems.push('help_email is not an email address.');
  if (isTimeZone(partner.time_zone)) problems.push(...termProblems(partner, form));
  else problems.push('time_zone is no name of a time zone like America/New_York.');
  problems.push(...themeProblems(partner.theme));
  if (partner.logo && !/^[a-z0-9-]+\.(svg|png|webp)$/.test(partner.logo.file)) {
    problems.push('logo.file must be a .svg, .png or .webp file beside partner.ts, named in lowercase letters.');
  }
  if (partner.logo && !(partner.logo.width > 0 && partner.logo.height > 0)) {
    problems.push('logo.width and logo.height must be above 0.');
  }
  return problems;
}
