import {
  type Answers,
  BadConfigurationError,
  conditionKeys,
  type Form,
  holds,
  type When,
} from '@firstyear/form-engine';
import { contrastOf, isHexColor } from './contrast.ts';
import { type Term, type TermTimes, termProblems } from './terms.ts';

/** Something that is left to do after submission. */
export interface CompletionStep {
  readonly title: string;
  readonly text: string;
  readonly href?: string;
  /** For whom, by the submitted answers; everybody when left out. */
  readonly when?: When;
}

/** What the product's sites and mails take from a university. Its keys are fixed (PARTNER-01 to PARTNER-05). */
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
  /** What the welcome says to visitors and after a first login where the product's words aren't true, such as that there is no essay. */
  readonly welcome?: { readonly visitor: string; readonly first_login: string };
  /** Where a submission with errors goes; without it the page stays (AMB-020). */
  readonly failed_submit_page?: string;
  /** What is left to do after submission, in order. */
  readonly completion_steps: readonly CompletionStep[];
  /** Two-letter code of the partner's state; suggestions of it come first. */
  readonly state: string;
  /** Where the university's days begin, such as America/New_York (IANA time zone database). */
  readonly time_zone: string;
  /** When applications are taken; a term that is not named here can be applied for at any time. */
  readonly terms: readonly Term[];
  readonly theme: {
    /** Buttons, links and headings, as #rrggbb: at least 4.5 to 1 on paper, and so is white on it. */
    readonly primary: string;
    /** The ring around what has the focus, as #rrggbb: at least 3 to 1 on paper. */
    readonly accent: string;
  };
  /** A drawing beside the name: a file beside partner.ts, and its size in px. The name says it in words. */
  readonly logo?: { readonly file: string; readonly width: number; readonly height: number };
}

/** The part of it that a visitor's first page needs; a browser fetches the rest after submission. */
export type PartnerSite = Omit<PartnerConfig, 'completion_steps' | 'terms'> & {
  readonly terms: readonly TermTimes[];
};

/** What a configuration is checked against. */
type PartnerForm = Pick<Form, 'pages' | 'byStoredKey' | 'byKey' | 'roles'>;

/** What stands behind the partner's colors in the web application: its lightest and its darkest ground. */
export const GROUNDS = ['#fffefb', '#f4efe4'] as const;
const MIN_CONTRAST = { primary: 4.5, accent: 3 } as const;

/** Colors that some people could not read or see (WCAG 2.2, 1.4.3 and 1.4.11). */
function themeProblems(theme: PartnerConfig['theme']): readonly string[] {
  const problems: string[] = [];
  for (const key of ['primary', 'accent'] as const) {
    const color = theme[key];
    if (!isHexColor(color)) {
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

/** Pages that the partner names and the form does not have. */
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

/** The steps that are left for an applicant with these answers, in order. */
export function completionSteps(
  { completion_steps }: Pick<PartnerConfig, 'completion_steps'>,
  answers: Answers,
): readonly CompletionStep[] {
  return completion_steps.filter(({ when }) => when === undefined || holds(when, answers));
}

/** Steps after submission whose condition names a question that the form does not have. */
function stepProblems(partner: PartnerConfig, form: PartnerForm): readonly string[] {
  return partner.completion_steps.flatMap(({ title, when }) =>
    (when === undefined ? [] : conditionKeys(when))
      .filter((key) => !form.byStoredKey.has(key))
      .map((key) => `completion_steps: the condition of '${title}' names the unknown key '${key}'.`),
  );
}

/** Everything wrong with a partner configuration for its form, in words for the person who wrote it. */
export function partnerProblems(partner: PartnerConfig, form: PartnerForm): readonly string[] {
  const problems: string[] = [...pageProblems(partner, form), ...stepProblems(partner, form)];
  const filled = { name: partner.name, pdf_name: partner.pdf_name, application_title: partner.application_title };
  for (const [key, value] of Object.entries(filled)) if (value.trim() === '') problems.push(`${key} is empty.`);
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

/** Raises the bad-configuration error when a partner configuration is unsound. Always run at start. */
export function checkPartner(partner: PartnerConfig, form: PartnerForm): void {
  const problems = partnerProblems(partner, form);
  if (problems.length > 0) throw new BadConfigurationError(problems);
}
