import { comparisonsOf, type Form, type Role, type When } from '@firstyear/form-engine';
import { idProblems } from './id-problems.ts';

export type OfficeRole = 'reader' | 'clerk' | 'director' | 'auditor';
const OFFICE_ROLES: readonly string[] = ['reader', 'clerk', 'director', 'auditor'] satisfies readonly OfficeRole[];

/** The university's OpenID Connect provider. The client's secret is in the environment: OFFICE_CLIENT_SECRET. */
export interface SignOn {
  /** Such as https://login.example.edu; has the discovery document. */
  readonly issuer: string;
  readonly client_id: string;
  /**
   * Asks people at each sign-on whether they consent. Set it only if they are signed out after ten minutes: some providers let
   * us check their access later only then. Where administrators consent for everybody, it would let nobody in.
   */
  readonly asks_for_consent?: boolean;
  /** Set it if the provider has verified all email addresses but has no claim email_verified; otherwise only those with it count. */
  readonly verifies_emails?: boolean;
  /** The claim of the ID token with a person's roles or groups. Without it the list of people in the desk decides. */
  readonly roles_claim?: string;
  /**
   * Roles by value of that claim, for people without a role on the page Staff. A person's first match counts. People who are
   * removed on that page stay out.
   */
  readonly role_of_claim?: Readonly<Record<string, string>>;
}

/** Where an application stands in the office's own process, such as "Committee". Applicants never see it. */
export interface Stage {
  /** Stays the same for good, such as 'committee'. */
  readonly id: string;
  readonly name: string;
}

/** A text that the office sends to applicants, between the greeting and the signature of every mail. */
export interface OfficeMessage {
  /** Stays the same for good, such as 'interview'. */
  readonly id: string;
  /** For the office alone. */
  readonly title: string;
  readonly subject: string;
  readonly text: string;
  /** For applicants whose account is in Spanish; needed where the form is offered in it. */
  readonly spanish?: { readonly subject: string; readonly text: string };
}

/** The configuration of the admissions office: partners/<slug>/office.ts, which never goes to a browser. */
export interface OfficeConfig {
  readonly sign_on?: SignOn;
  /** Roles that see only some applications, by name, with conditions such as isOneOf('applied_major', ['art']). */
  readonly limited_roles?: Readonly<Record<string, { readonly role: OfficeRole; readonly when: When }>>;
  /** Whether lists show answers of drafts (school, term, major, state). Without it only name, start and page. */
  readonly shows_draft_answers?: boolean;
  /** Accounts with these email domains, such as test.example.edu, are in no list, statistic or export. */
  readonly test_email_domains?: readonly string[];
  /** In their order. Without them, nothing is said of stages. */
  readonly stages?: readonly Stage[];
  /** What the office often writes to applicants. */
  readonly messages?: readonly OfficeMessage[];
}

/** The name of a stage; undefined for one that is not in the list. */
export const stageName = ({ stages = [] }: Pick<OfficeConfig, 'stages'>, id: string): string | undefined =>
  stages.find((stage) => stage.id === id)?.name;

/** The answers that the condition of a limited role may read: those in the list of applications. */
export const LIMITING_ROLES = [
  'term',
  'major',
  'state',
  'country',
  'school',
  'school_state',
] as const satisfies readonly Role[];

function conditionProblems(name: string, when: When, form: Pick<Form, 'roles'>): readonly string[] {
  const keys = LIMITING_ROLES.flatMap((role) => form.roles[role] ?? []);
  return comparisonsOf(when).flatMap(({ valueKey, operator }) => [
    ...(keys.includes(valueKey)
      ? []
      : [`limited_roles.${name}: its condition can ask for ${keys.join(', ')}, not for '${valueKey}'.`]),
    ...(/^[lg]te?$/.test(operator) ? [`limited_roles.${name}: its condition cannot compare numbers.`] : []),
  ]);
}

function messageProblems(messages: readonly OfficeMessage[], isInSpanish: boolean): readonly string[] {
  return [
    ...idProblems(
      'messages',
      messages.map(({ id }) => id),
    ),
    ...messages.flatMap(({ id, title, subject, text, spanish }) => {
      const texts = [title, subject, text, ...(spanish ? [spanish.subject, spanish.text] : [])];
      return [
        ...(texts.some((part) => part.trim() === '') ? [`messages: a text of '${id}' is empty.`] : []),
        ...(isInSpanish && !spanish ? [`messages: '${id}' has no Spanish, and your form has.`] : []),
      ];
    }),
  ];
}

/** The problems of an office's configuration, in words for its author. */
export function officeProblems(
  office: OfficeConfig,
  form: Pick<Form, 'roles'>,
  isInSpanish: boolean,
): readonly string[] {
  const limited = Object.entries(office.limited_roles ?? {});
  const names = [...OFFICE_ROLES, ...limited.map(([name]) => name)];
  const problems = limited.flatMap(([name, { when }]) => [
    ...(OFFICE_ROLES.includes(name) || !/^[a-z][a-z0-9_-]{0,39}$/.test(name)
      ? [`limited_roles.${name} needs a name of its own, in lower-case letters.`]
      : []),
    ...conditionProblems(name, when, form),
  ]);
  const { sign_on } = office;
  if (sign_on !== undefined && !/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(sign_on.issuer)) {
    problems.push('sign_on.issuer must be an https address.');
  }
  for (const [value, role] of Object.entries(sign_on?.role_of_claim ?? {})) {
    if (!names.includes(role)) problems.push(`sign_on.role_of_claim: '${value}' names the unknown role '${role}'.`);
  }
  for (const domain of office.test_email_domains ?? []) {
    if (!/^[a-z0-9-]+([.][a-z0-9-]+)+$/.test(domain)) problems.push(`test_email_domains: '${domain}' is no domain.`);
  }
  const stages = office.stages ?? [];
  // The list's filter of applications without a stage is `none`.
  const ids = stages.map(({ id }) => id);
  problems.push(...idProblems('stages', ids));
  if (ids.includes('none')) problems.push("stages: 'none' means no stage. Choose another id.");
  for (const { id, name } of stages) if (name.trim() === '') problems.push(`stages: '${id}' has no name.`);
  return [...problems, ...messageProblems(office.messages ?? [], isInSpanish)];
}
